package web

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

//go:embed public.html
var publicPage string

// publicPolicy lets the page load nothing at all: it is whole in itself.
const publicPolicy = "default-src 'none'; style-src 'sha256-"

// stateTexts say a state to a stranger: its name, and what it means.
var stateTexts = map[trace.State][2]lang.Text{
	trace.Valid: {
		{PT: "Válida", EN: "Valid", ES: "Válida"},
		{PT: "Os registros desta safra estão como foram validados.", EN: "The records of this harvest are as they were validated.", ES: "Los registros de esta cosecha están como fueron validados."}},
	trace.Altered: {
		{PT: "Alterada depois da validação", EN: "Changed since its validation", ES: "Modificada después de la validación"},
		{PT: "Há registros incluídos, alterados ou excluídos depois da validação.", EN: "Records were added, changed or deleted after the validation.", ES: "Hay registros agregados, modificados o eliminados después de la validación."}},
	trace.Tampered: {
		{PT: "Adulterada", EN: "Tampered with", ES: "Adulterada"},
		{PT: "O que está guardado não confere com o que foi registrado. Não confie nestes dados.", EN: "What is stored does not match what was recorded. Do not trust this data.", ES: "Lo guardado no coincide con lo registrado. No confíe en estos datos."}},
	trace.Refused: {
		{PT: "Não aprovada", EN: "Not approved", ES: "No aprobada"},
		{PT: "A safra foi conferida e não foi aprovada.", EN: "The harvest was checked and not approved.", ES: "La cosecha fue revisada y no fue aprobada."}},
	trace.Expired: {
		{PT: "Vencida", EN: "Expired", ES: "Vencida"},
		{PT: "O prazo desta validação terminou.", EN: "The term of this validation is over.", ES: "El plazo de esta validación terminó."}},
	trace.Revoked: {
		{PT: "Revogada", EN: "Revoked", ES: "Revocada"},
		{PT: "Quem validou retirou esta validação.", EN: "Whoever validated it withdrew this validation.", ES: "Quien validó retiró esta validación."}},
}

// publicTexts are the page's other words.
var publicTexts = map[string]lang.Text{
	"title":      {PT: "Validação de safra", EN: "Harvest validation", ES: "Validación de cosecha"},
	"code":       {PT: "Código", EN: "Code", ES: "Código"},
	"crop":       {PT: "Cultura", EN: "Crop", ES: "Cultivo"},
	"harvest":    {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"when":       {PT: "Validada em", EN: "Validated in", ES: "Validada en"},
	"until":      {PT: "Vale até", EN: "Valid until", ES: "Vale hasta"},
	"lots":       {PT: "Lotes", EN: "Lots", ES: "Lotes"},
	"complete":   {PT: "Completude", EN: "Completeness", ES: "Completitud"},
	"conference": {PT: "Conferência", EN: "Checks", ES: "Revisión"},
	"errors":     {PT: "erros", EN: "errors", ES: "errores"},
	"alerts":     {PT: "alertas", EN: "alerts", ES: "alertas"},
	"reason":     {PT: "Por que vale apesar dos erros, segundo quem validou", EN: "Why it holds in spite of the errors, as stated by whoever validated it", ES: "Por qué vale a pesar de los errores, según quien validó"},
	"records":    {PT: "Registros por fase", EN: "Records by phase", ES: "Registros por fase"},
	"check":      {PT: "Confira você mesmo", EN: "Check it yourself", ES: "Compruébelo usted mismo"},
	"how": {PT: "O estado do registro público está em /log/checkpoint, assinado com a chave abaixo.",
		EN: "The state of the public log is at /log/checkpoint, signed with the key below.",
		ES: "El estado del registro público está en /log/checkpoint, firmado con la clave de abajo."},
	"unknown": {PT: "Código desconhecido", EN: "Unknown code", ES: "Código desconocido"},
	"retry": {PT: "Confira o código impresso e digite de novo. Se ele estiver certo, este servidor não é o que o emitiu.",
		EN: "Compare with the printed code and type it again. If it is right, this server did not issue it.",
		ES: "Compare con el código impreso y escríbalo de nuevo. Si es correcto, este servidor no lo emitió."},
	"down": {PT: "Não foi possível consultar agora. Tente de novo em instantes.", EN: "It cannot be looked up just now. Try again shortly.", ES: "No se puede consultar ahora. Intente de nuevo en instantes."},
}

// publicView is what the template shows.
type publicView struct {
	Lang    string
	T       map[string]string
	Found   bool
	State   string
	Class   string
	Meaning string
	Public  trace.Public
	Phases  []publicPhase
}

type publicPhase struct {
	Name  string
	Count int
}

// MountPublic registers the page that a QR code leads to. It answers JSON to
// who asks for JSON.
func MountPublic(mux *http.ServeMux, service *trace.Service, log *slog.Logger) error {
	page, err := template.New("public").Parse(publicPage)
	if err != nil {
		return fmt.Errorf("public page: %w", err)
	}
	style, err := styleHash(publicPage)
	if err != nil {
		return fmt.Errorf("public page: %w", err)
	}
	policy := publicPolicy + style + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	mux.HandleFunc("GET /v/{codigo}", func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		h.Add("Vary", "Accept, Accept-Language")
		public, err := service.PublicValidation(r.Context(), r.PathValue("codigo"))
		status := http.StatusOK
		if err != nil {
			status = http.StatusNotFound
			if failed := trace.AsError(err); failed.Class() != trace.NotFound {
				status = http.StatusServiceUnavailable
				log.Error("public page", "err", err, "id", h.Get("X-Request-Id"))
			}
		}
		if wantsJSON(r) {
			writePublicJSON(w, r, status, public, err)
			return
		}
		var body bytes.Buffer
		if err := page.Execute(&body, view(lang.Match(r.Header.Get("Accept-Language")), public, status)); err != nil {
			log.Error("public page", "err", err)
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		write(w, status, "text/html; charset=utf-8", body.Bytes())
	})
	return nil
}

func wantsJSON(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

func writePublicJSON(w http.ResponseWriter, r *http.Request, status int, public trace.Public, err error) {
	l := lang.Match(r.Header.Get("Accept-Language"))
	if err != nil {
		failed := trace.AsError(err)
		if failed.Class() != trace.NotFound {
			failed = trace.Fail(trace.CodeUnavailable)
		}
		body := []byte(`{"status":"error","message":`)
		body = canon.AppendString(body, failed.Text(l))
		body = append(body, `,"code":`+strconv.Itoa(status)+`,"error":`...)
		body = canon.AppendString(body, string(failed.Code))
		body = append(body, `,"requestId":`...)
		body = canon.AppendString(body, w.Header().Get("X-Request-Id"))
		write(w, status, "application/json", append(body, '}', '\n'))
		return
	}
	data, err := canon.Marshal(public)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	body := []byte(`{"status":"success","message":`)
	body = canon.AppendString(body, stateTexts[public.Estado][0].In(l))
	body = append(body, `,"data":`...)
	body = append(body, data...)
	write(w, status, "application/json", append(body, '}', '\n'))
}

func write(w http.ResponseWriter, status int, media string, body []byte) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a caller who hung up needs no answer
}

func view(l lang.Lang, public trace.Public, status int) publicView {
	v := publicView{Lang: l.Tag(), T: map[string]string{}, Public: public, Found: status == http.StatusOK}
	for name, text := range publicTexts {
		v.T[name] = text.In(l)
	}
	switch status {
	case http.StatusOK:
		texts := stateTexts[public.Estado]
		v.State, v.Meaning, v.Class = texts[0].In(l), texts[1].In(l), strings.ToLower(string(public.Estado))
	case http.StatusNotFound:
		v.State, v.Meaning, v.Class = v.T["unknown"], v.T["retry"], "desconhecida"
	default:
		v.State, v.Meaning, v.Class = v.T["title"], v.T["down"], "desconhecida"
	}
	for _, p := range public.Fases {
		phase, _ := kind.PhaseByCode(p.Fase)
		v.Phases = append(v.Phases, publicPhase{phase.Title.In(l), p.Registros})
	}
	return v
}

// styleHash is the digest of the page's one style element, which lets the
// policy allow it and nothing else.
func styleHash(page string) (string, error) {
	_, rest, ok := strings.Cut(page, "<style>")
	style, _, closed := strings.Cut(rest, "</style>")
	if !ok || !closed {
		return "", errors.New("no style element")
	}
	return base64Digest(style), nil
}
