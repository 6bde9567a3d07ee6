package api

import "rastro/internal/eudr"

// eudrDossier answers with the dossier of a lot. Everything that can fail for the
// caller's or the records' sake fails before the first byte.
func eudrDossier(a *API, c *call) (reply, error) {
	d, err := a.desk(c).Dossier(c.ctx, c.path("codigo"))
	if err != nil {
		return reply{}, err
	}
	const disposition = "Content-Disposition"
	c.w.Header()[disposition] = []string{`attachment; filename="` + eudr.DossierName(d.Report.Lot) + `"`}
	out := &stream{c: c, media: mediaZip}
	err = d.Write(out)
	if err == nil {
		err = out.close()
	}
	if err != nil {
		c.w.Header().Del(disposition)
		return out.fail(a, err)
	}
	return sent, nil
}
