package taxdocs

import (
	"net/http"
	"net/url"
	"slices"

	"rastro/internal/web/console/pagekit"
)

// choices are the inputs by which a person chooses what is written.
var choices = []string{"vista", "nota", "chave", "safraDe", "safra", "quais", "criar"}

// choose keeps what a person chose, so that a page that is loaded again shows it, and an import that
// stopped goes on with it.
func (j *job) choose(form url.Values) {
	kept := url.Values{}
	for _, name := range choices {
		if values, said := form[name]; said {
			kept[name] = slices.Clone(values)
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.chosen = kept
}

// chose returns what a form chooses; one that only says to go on means the last choice.
func (j *job) chose(form url.Values) url.Values {
	if !form.Has("continuar") {
		j.choose(form)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.chosen
}

// Choose keeps what a person has chosen so far, before anything is written.
func (c *Controller) Choose(on *pagekit.Call) (pagekit.Reply, error) {
	if j, ok := c.jobs.See(owner(on), on.Path("id")); ok {
		j.choose(on.Form)
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}}, nil
}

// remember shows the choice in a view. The caller holds the lock.
func (j *job) remember(v *checkedView) {
	form := j.chosen
	v.Which, v.Everything, v.ForAll = form.Get("quais"), form.Get("criar") != "", form.Get("safra")
	if v.Which == "" {
		v.Which = "marcadas"
	}
	said := map[string]string{}
	for i, key := range form["chave"] {
		if i < len(form["safraDe"]) {
			said[key] = form["safraDe"][i]
		}
	}
	listed, ticked := setOf(form["vista"]), setOf(form["nota"])
	v.Documents = slices.Clone(v.Documents)
	for i := range v.Documents {
		d := &v.Documents[i]
		if d.Said = said[d.Key]; listed[d.Key] {
			d.Ticked = ticked[d.Key]
		}
	}
}

func setOf(list []string) map[string]bool {
	set := map[string]bool{}
	for _, one := range list {
		set[one] = true
	}
	return set
}
