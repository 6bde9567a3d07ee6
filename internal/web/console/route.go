package console

import (
	"cmp"
	"net/http"
	"slices"

	"rastro/internal/account/password"
	"rastro/internal/boardfile"
	"rastro/internal/eudr"
	"rastro/internal/lineage"
	"rastro/internal/logo"
	"rastro/internal/print/page"
	"rastro/internal/right"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
	"rastro/internal/web/console/intake"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/record"
)

// screen is a route of the console.
type screen struct {
	method, path string // below /console
	// scopes are rights of which the key needs one; nil means that nobody has to be signed in.
	scopes []trace.Scope
	// right is what a person's role must allow in addition; "" for nothing.
	right right.Right
	// personal: it is full of personal data, which the role must let the person see.
	personal bool
	// fresh: it needs somebody who signed in a short while ago.
	fresh bool
	// door: it is the sign-in page. It stays open to everyone: wrong secrets are counted by the
	// gate, and a right one is never refused.
	door bool
	// body is how much a form may send, 0 for maxForm.
	body int64
	// memory is what a call claims before it begins; 0 if it claims memory as it goes.
	memory int64
	serve  func(*pagekit.Call) (pagekit.Reply, error)
}

// admits fails unless a key may use the screen.
func (s *screen) admits(key *trace.Key) error {
	if err := key.Need(s.scopes...); err != nil {
		return err
	}
	for _, r := range s.rights() {
		if err := key.NeedRight(r); err != nil {
			return err
		}
	}
	return nil
}

// rights returns what a person's role must allow.
func (s *screen) rights() (all right.Set) {
	if s.personal {
		all = append(all, right.Personal)
	}
	if s.right != "" {
		all = append(all, s.right)
	}
	return all
}

// limit returns how much a form may send.
func (s *screen) limit() int64 { return cmp.Or(s.body, maxForm) }

// Who may see a screen. As in the API, managing needs admin; an admin key alone may not read
// records.
var (
	readers = []trace.Scope{trace.Read}
	writers = []trace.Scope{trace.Write}
	admins  = []trace.Scope{trace.Admin}
	anyone  = []trace.Scope{trace.Read, trace.Write, trace.Admin}

	readersOrWriters = []trace.Scope{trace.Read, trace.Write}
	readersOrAdmins  = []trace.Scope{trace.Read, trace.Admin}
)

// maxForm is the maximum size of a form: as large as a record may be.
const maxForm = 1 << 20

// screens returns the routing table: every route of the console and who may use it.
func (c *Console) screens() []screen {
	return slices.Concat(c.doorScreens(), c.harvestScreens(), c.recordScreens(), c.plotScreens(), c.lotScreens(), c.adminScreens(), c.intakeScreens(), c.peopleScreens(), c.organizationScreens(), c.searchScreens(), c.taxScreens(), c.fileScreens())
}

func (c *Console) doorScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/entrar", door: true, serve: c.showDoor},
		{method: http.MethodPost, path: "/entrar", body: maxCarriedForm, door: true, serve: c.signIn},
		{method: http.MethodPost, path: "/sair", body: 4 << 10, serve: c.signOut},
		{method: http.MethodPost, path: "/passkey", body: 4 << 10, serve: c.beginPasskey},
		{method: http.MethodGet, path: "/oidc/entrar", serve: c.goToProvider},
		{method: http.MethodGet, path: "/oidc/volta", serve: c.comeBack},
		{method: http.MethodGet, path: "/convite/{convite}", serve: c.showInvitation},
		{method: http.MethodPost, path: "/convite/{convite}", body: 4 << 10, serve: c.accept},
		{method: http.MethodGet, path: "/{nada...}", scopes: anyone, serve: c.notThere},
	}
}

func (c *Console) harvestScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "", scopes: anyone, serve: c.harvest.Board},
		{method: http.MethodGet, path: "/{$}", scopes: anyone, serve: c.harvest.Board},
		{method: http.MethodGet, path: "/" + boardfile.FileName, scopes: readers, right: right.Export, serve: c.harvest.DownloadBoard},
		{method: http.MethodPost, path: "/demonstracao", scopes: writers, serve: c.harvest.FillDemo},
		{method: http.MethodGet, path: "/safras", scopes: readersOrWriters, serve: c.harvest.Open},
		{method: http.MethodGet, path: "/safras/{id}", scopes: readersOrWriters, serve: c.harvest.Timeline},
		{method: http.MethodGet, path: "/safras/{id}/cartao", scopes: readers, serve: c.harvest.Card},
		{method: http.MethodGet, path: "/safras/{id}/perfil", scopes: readers, serve: c.harvest.AskProfile},
		{method: http.MethodPost, path: "/safras/{id}/perfil", scopes: writers, serve: c.harvest.PutProfile},
		{method: http.MethodGet, path: "/safras/{id}/conferencia", scopes: readers, serve: c.harvest.Review},
		{method: http.MethodGet, path: "/safras/{id}/eventos", scopes: readers, serve: c.events.OfHarvest},
		{method: http.MethodGet, path: "/safras/{id}/mapa", scopes: readers, personal: true, serve: c.harvest.Map},
		{method: http.MethodGet, path: "/safras/{id}/medidas", scopes: readers, serve: c.harvest.Series},
		{method: http.MethodGet, path: "/safras/{id}/validar", scopes: readers, serve: c.harvest.AskValidation},
		{method: http.MethodPost, path: "/safras/{id}/validar", scopes: writers, right: right.Validate, serve: c.harvest.Validate},
		{method: http.MethodGet, path: "/validacoes/{codigo}", scopes: readers, serve: c.harvest.ShowValidation},
		{method: http.MethodGet, path: "/validacoes/{codigo}/etiqueta", scopes: readers, memory: page.Memory, serve: c.harvest.Label},
	}
}

func (c *Console) recordScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/registros", scopes: readersOrWriters, serve: c.record.Kinds},
		{method: http.MethodGet, path: "/sugestoes/lotes", scopes: readersOrWriters, serve: c.record.SuggestLots},
		{method: http.MethodGet, path: "/sugestoes/safras", scopes: readersOrWriters, serve: c.record.SuggestHarvests},
		{method: http.MethodGet, path: "/registros/{tipo}", scopes: readers, serve: c.record.List},
		{method: http.MethodGet, path: "/registros/{tipo}/novo", scopes: writers, serve: c.record.AskForNew},
		{method: http.MethodPost, path: "/registros/{tipo}/novo", scopes: writers, body: record.PlotForm, serve: c.record.Create},
		{method: http.MethodPost, path: "/registros/{tipo}/conferir", scopes: writers, body: record.PlotForm, serve: c.record.Check},
		{method: http.MethodPost, path: "/registros/{tipo}/talhao", scopes: writers, memory: record.LandFileMemory, serve: c.record.ReadLandFile},
		{method: http.MethodGet, path: "/registros/{tipo}/{id}", scopes: readers, serve: c.record.Show},
		{method: http.MethodGet, path: "/registros/{tipo}/{id}/editar", scopes: writers, serve: c.record.Edit},
		{method: http.MethodPost, path: "/registros/{tipo}/{id}/editar", scopes: writers, body: record.PlotForm, serve: c.record.Update},
		{method: http.MethodGet, path: "/registros/{tipo}/{id}/excluir", scopes: writers, serve: c.record.AskToDelete},
		{method: http.MethodPost, path: "/registros/{tipo}/{id}/excluir", scopes: writers, serve: c.record.Delete},
		{method: http.MethodGet, path: "/registros/{tipo}/{id}/historico", scopes: readers, serve: c.record.History},
		{method: http.MethodPost, path: "/registros/{tipo}/{id}/restaurar", scopes: writers, serve: c.record.Restore},
		{method: http.MethodGet, path: "/registros/{tipo}/{id}/prova", scopes: readers, personal: true, serve: c.record.Proof},
	}
}

// fileScreens are about the attachments of records.
func (c *Console) fileScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/anexos/{sha256}", scopes: readers, serve: c.attach.Open},
		{method: http.MethodPost, path: "/registros/{tipo}/{id}/anexos", scopes: writers, serve: c.attach.Add},
		{method: http.MethodGet, path: "/registros/{tipo}/{id}/anexos/{sha256}/tirar", scopes: writers, serve: c.attach.AskToRemove},
		{method: http.MethodPost, path: "/registros/{tipo}/{id}/anexos/{sha256}/tirar", scopes: writers, serve: c.attach.Remove},
	}
}

// plotScreens returns the routes for a map's script; a person sees the page around the map.
func (c *Console) plotScreens() []screen {
	return []screen{
		{method: http.MethodPost, path: "/talhao/conferir", scopes: writers, serve: c.plot.Check},
		{method: http.MethodGet, path: "/talhao/redor", scopes: anyone, serve: c.plot.Around},
		{method: http.MethodGet, path: "/safras/{id}/talhoes", scopes: readers, personal: true, serve: c.plot.Neighbours},
	}
}

func (c *Console) lotScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/lotes", scopes: readers, serve: c.lot.Find},
		{method: http.MethodGet, path: "/lotes/{codigo}", scopes: readers, memory: lineage.TraceMemory, serve: c.lot.Trace},
		{method: http.MethodGet, path: "/lotes/{codigo}/baixar", scopes: readers, right: right.Export, memory: lineage.TraceMemory, serve: c.lot.DownloadTrace},
		{method: http.MethodGet, path: "/lotes/{codigo}/balanco", scopes: readers, memory: lineage.TraceMemory, serve: c.lot.Balance},
		{method: http.MethodGet, path: "/lotes/{codigo}/eventos", scopes: readers, serve: c.events.OfLot},
		{method: http.MethodGet, path: "/lotes/{codigo}/eudr", scopes: readers, personal: true, memory: eudr.Memory, serve: c.lot.EUDR},
		{method: http.MethodGet, path: "/lotes/{codigo}/eudr/arquivo", scopes: readers, personal: true, right: right.Export, memory: eudr.Memory, serve: c.lot.DownloadEUDR},
		{method: http.MethodGet, path: "/lotes/{codigo}/eudr/dossie.zip", scopes: readers, personal: true, right: right.Export, memory: eudr.Memory, serve: c.lot.DownloadDossier},
		{method: http.MethodGet, path: "/lotes/{codigo}/eudr/declaracao", scopes: readers, personal: true, right: right.Export, memory: eudr.Memory, serve: c.lot.Statement},
		{method: http.MethodPost, path: "/lotes/{codigo}/eudr/declaracao", scopes: writers, personal: true, right: right.Export, memory: eudr.Memory, serve: c.lot.NoteStatement},
		{method: http.MethodGet, path: "/lotes/{codigo}/links", scopes: writers, personal: true, right: right.Export, serve: c.lot.Links},
		{method: http.MethodPost, path: "/lotes/{codigo}/links", scopes: writers, personal: true, right: right.Export, serve: c.lot.MakeLink},
		{method: http.MethodGet, path: "/lotes/{codigo}/links/{id}", scopes: writers, personal: true, right: right.Export, serve: c.lot.ShowLink},
		{method: http.MethodPost, path: "/lotes/{codigo}/links/{id}/revogar", scopes: writers, personal: true, right: right.Export, serve: c.lot.RevokeLink},
		{method: http.MethodGet, path: "/safras/{id}/rastreio", scopes: readers, memory: lineage.TraceMemory, serve: c.lot.Trace},
		{method: http.MethodGet, path: "/safras/{id}/rastreio/baixar", scopes: readers, right: right.Export, memory: lineage.TraceMemory, serve: c.lot.DownloadTrace},
		{method: http.MethodGet, path: "/recall", scopes: readers, serve: c.lot.RecallForm},
		{method: http.MethodPost, path: "/recall", scopes: writers, memory: lineage.TraceMemory, serve: c.lot.Recall},
		{method: http.MethodGet, path: "/recall/{id}", scopes: readers, serve: c.lot.RecallReport},
		{method: http.MethodGet, path: "/recall/{id}/{formato}", scopes: readers, right: right.Export, serve: c.lot.DownloadRecall},
	}
}

func (c *Console) adminScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/camadas", scopes: readers, serve: c.land.Show},
		{method: http.MethodGet, path: "/disputas", scopes: admins, serve: c.admin.ShowDisputes},
		{method: http.MethodPost, path: "/disputas", scopes: admins, serve: c.admin.SettleDispute},
		{method: http.MethodGet, path: "/chaves", scopes: admins, serve: c.admin.ShowKeys},
		{method: http.MethodGet, path: "/chaves/nova", scopes: admins, fresh: true, serve: c.admin.AskForNewKey},
		{method: http.MethodPost, path: "/chaves/nova", scopes: admins, fresh: true, serve: c.admin.MakeKey},
		{method: http.MethodGet, path: "/chaves/{accessKey}/desativar", scopes: admins, fresh: true, serve: c.admin.AskToDeactivate},
		{method: http.MethodPost, path: "/chaves/{accessKey}/desativar", scopes: admins, fresh: true, serve: c.admin.DeactivateKey},
		{method: http.MethodGet, path: "/servidor", scopes: admins, serve: c.admin.ShowVitals},
		{method: http.MethodGet, path: "/webhooks", scopes: admins, serve: c.hook.Show},
		{method: http.MethodPost, path: "/webhooks", scopes: admins, fresh: true, serve: c.hook.Make},
		{method: http.MethodPost, path: "/webhooks/{id}/ativar", scopes: admins, serve: c.hook.Switch},
		{method: http.MethodGet, path: "/fases", scopes: readersOrAdmins, serve: c.admin.ShowPhases},
		{method: http.MethodGet, path: "/fases/nova", scopes: admins, serve: c.admin.AskForPhase},
		{method: http.MethodPost, path: "/fases/nova", scopes: admins, serve: c.admin.CreatePhase},
		{method: http.MethodGet, path: "/fases/{id}/editar", scopes: admins, serve: c.admin.AskForPhase},
		{method: http.MethodPost, path: "/fases/{id}/editar", scopes: admins, serve: c.admin.UpdatePhase},
		{method: http.MethodGet, path: "/fases/{id}/excluir", scopes: admins, serve: c.admin.AskToDeletePhase},
		{method: http.MethodPost, path: "/fases/{id}/excluir", scopes: admins, serve: c.admin.DeletePhase},
		{method: http.MethodGet, path: "/trilha", scopes: readersOrAdmins, serve: c.admin.ShowTrail},
		{method: http.MethodGet, path: "/log", scopes: anyone, serve: c.admin.ShowLog},
	}
}

func (c *Console) intakeScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/importar", scopes: writers, right: right.Import, serve: c.intake.AskForFile},
		{method: http.MethodPost, path: "/importar", scopes: writers, right: right.Import, serve: c.intake.TakeFile},
		{method: http.MethodGet, path: "/modelos/{arquivo}", scopes: writers, right: right.Import, serve: c.intake.Template},
		{method: http.MethodGet, path: "/importar/{id}", scopes: writers, right: right.Import, serve: c.intake.ShowJob},
		{method: http.MethodGet, path: "/importar/{id}/colunas", scopes: writers, right: right.Import, memory: intake.ColumnsMemory, serve: c.intake.AskForColumns},
		{method: http.MethodPost, path: "/importar/{id}/colunas", scopes: writers, right: right.Import, memory: intake.ColumnsMemory, serve: c.intake.TakeColumns},
		{method: http.MethodGet, path: "/importar/feitas", scopes: writers, right: right.Import, serve: c.intake.ShowDone},
		{method: http.MethodPost, path: "/importar/feitas/{id}/desfazer", scopes: writers, right: right.Import, serve: c.intake.Undo},
		{method: http.MethodPost, path: "/importar/formatos/{id}/renomear", scopes: writers, right: right.Import, serve: c.intake.RenameLayout},
		{method: http.MethodPost, path: "/importar/formatos/{id}/excluir", scopes: writers, right: right.Import, serve: c.intake.DeleteLayout},
		{method: http.MethodGet, path: "/importar/{id}/problemas.csv", scopes: writers, right: right.Import, serve: c.intake.Findings},
		{method: http.MethodPost, path: "/importar/{id}/escolhas", scopes: writers, right: right.Import, serve: c.intake.Choose},
		{method: http.MethodPost, path: "/importar/{id}/gravar", scopes: writers, right: right.Import, serve: c.intake.Write},
		{method: http.MethodPost, path: "/importar/{id}/descartar", scopes: writers, right: right.Import, serve: c.intake.Discard},
	}
}

func (c *Console) taxScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/notas", scopes: writers, right: right.Import, personal: true, serve: c.taxdocs.Ask},
		{method: http.MethodPost, path: "/notas", scopes: writers, right: right.Import, personal: true, serve: c.taxdocs.Check},
		{method: http.MethodGet, path: "/notas/envio/{id}", scopes: writers, right: right.Import, personal: true, serve: c.taxdocs.Show},
		{method: http.MethodPost, path: "/notas/envio/{id}/escolhas", scopes: writers, right: right.Import, personal: true, serve: c.taxdocs.Choose},
		{method: http.MethodPost, path: "/notas/gravar", scopes: writers, right: right.Import, personal: true, serve: c.taxdocs.Write},
		{method: http.MethodGet, path: "/notas/propostas", scopes: writers, right: right.Import, personal: true, memory: taxdocs.Memory, serve: c.taxdocs.Proposals},
		{method: http.MethodPost, path: "/notas/propostas", scopes: writers, right: right.Import, personal: true, memory: taxdocs.Memory, serve: c.taxdocs.Decide},
	}
}

func (c *Console) peopleScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/pessoas", scopes: anyone, right: right.Invite, serve: c.people.List},
		{method: http.MethodGet, path: "/pessoas/nova", scopes: anyone, right: right.Invite, fresh: true, serve: c.people.AskForNew},
		{method: http.MethodPost, path: "/pessoas/nova", scopes: anyone, right: right.Invite, fresh: true, serve: c.people.Invite},
		{method: http.MethodGet, path: "/pessoas/{id}", scopes: anyone, right: right.Invite, serve: c.people.Show},
		{method: http.MethodPost, path: "/pessoas/{id}", scopes: anyone, right: right.Invite, fresh: true, serve: c.people.Change},
		{method: http.MethodPost, path: "/pessoas/{id}/link", scopes: anyone, right: right.Invite, fresh: true, serve: c.people.MakeLink},
		{method: http.MethodPost, path: "/pessoas/{id}/email", scopes: anyone, right: right.Invite, fresh: true, serve: c.people.SendLink},
		{method: http.MethodPost, path: "/pessoas/{id}/situacao", scopes: anyone, right: right.Invite, fresh: true, serve: c.people.SetActive},
		{method: http.MethodPost, path: "/pessoas/{id}/servidor", scopes: admins, right: right.Invite, fresh: true, serve: c.people.SetDeployment},
		{method: http.MethodGet, path: "/pessoas/{id}/expurgar", scopes: admins, right: right.Erase, fresh: true, serve: c.people.AskToErase},
		{method: http.MethodPost, path: "/pessoas/{id}/expurgar", scopes: admins, right: right.Erase, fresh: true, serve: c.people.Erase},
		{method: http.MethodGet, path: "/papeis", scopes: admins, right: right.Invite, serve: c.people.Roles},
		{method: http.MethodGet, path: "/papeis/novo", scopes: admins, right: right.Invite, fresh: true, serve: c.people.AskForRole},
		{method: http.MethodPost, path: "/papeis/novo", scopes: admins, right: right.Invite, fresh: true, serve: c.people.SaveRole},
		{method: http.MethodGet, path: "/papeis/{papel}", scopes: admins, right: right.Invite, fresh: true, serve: c.people.AskForRole},
		{method: http.MethodPost, path: "/papeis/{papel}", scopes: admins, right: right.Invite, fresh: true, serve: c.people.SaveRole},
		{method: http.MethodPost, path: "/papeis/{papel}/remover", scopes: admins, right: right.Invite, fresh: true, serve: c.people.RemoveRole},
		{method: http.MethodGet, path: "/conta", scopes: anyone, serve: c.people.Account},
		{method: http.MethodPost, path: "/conta", scopes: anyone, serve: c.setOwn},
		{method: http.MethodPost, path: "/conta/senha", scopes: anyone, memory: password.Memory, serve: c.people.ChangePassword},
		{method: http.MethodGet, path: "/conta/passkeys/nova", scopes: anyone, fresh: true, serve: c.people.AskForPasskey},
		{method: http.MethodPost, path: "/conta/passkeys", scopes: anyone, fresh: true, serve: c.people.AddPasskey},
		{method: http.MethodPost, path: "/conta/passkeys/remover", scopes: anyone, fresh: true, serve: c.people.RemovePasskey},
		{method: http.MethodPost, path: "/conta/passkeys/exigir", scopes: anyone, fresh: true, serve: c.people.RequirePasskey},
		{method: http.MethodPost, path: "/conta/sair", scopes: anyone, serve: c.people.SignOutEverywhere},
	}
}

func (c *Console) organizationScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/organizacoes", scopes: admins, serve: c.organization.List},
		{method: http.MethodGet, path: "/organizacoes/nova", scopes: admins, fresh: true, serve: c.organization.AskForNew},
		{method: http.MethodGet, path: "/organizacoes/cor", scopes: admins, serve: c.organization.Colour},
		{method: http.MethodPost, path: "/organizacoes/nova", scopes: admins, fresh: true, serve: c.organization.Register},
		{method: http.MethodGet, path: "/organizacoes/{id}", scopes: admins, fresh: true, serve: c.organization.Show}, // confirm the sign-in first, because a form with a file cannot be carried through it
		{method: http.MethodPost, path: "/organizacoes/{id}", scopes: admins, fresh: true, memory: logo.Memory, serve: c.organization.Change},
		{method: http.MethodGet, path: "/safras/{id}/compartilhar", scopes: anyone, right: right.Share, serve: c.organization.Shares},
		{method: http.MethodPost, path: "/safras/{id}/compartilhar", scopes: anyone, right: right.Share, serve: c.organization.Share},
	}
}

// notThere answers with a page if an address does not exist.
func (*Console) notThere(*pagekit.Call) (pagekit.Reply, error) {
	return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
}

// Route is a route of the console, for callers that list all of them.
type Route struct {
	Method, Path string
	Scopes       []trace.Scope // scopes of which one is needed; nil: nobody has to be signed in
	Rights       right.Set     // rights that a person's role must all include
}

// Routes lists every route of the console.
func Routes() []Route {
	var all []Route
	for _, s := range new(Console).screens() {
		all = append(all, Route{s.method, "/console" + s.path, s.scopes, s.rights()})
	}
	return all
}

func (c *Console) searchScreens() []screen {
	return []screen{
		{method: http.MethodGet, path: "/busca", scopes: anyone, serve: c.search.Find},
		{method: http.MethodGet, path: livePath, scopes: readers, serve: c.follow},
	}
}
