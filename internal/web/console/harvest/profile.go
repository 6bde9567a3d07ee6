package harvest

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/profile"
	"rastro/internal/profiles"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Profiles reads and states the profile of a harvest; app.App documents each method.
type Profiles interface {
	Profile(ctx context.Context, by *trace.Key, harvestID string) (profiles.Profiled, error)
	PutProfile(ctx context.Context, by *trace.Key, env trace.Envelope, ifMatch trace.IfMatch, once *trace.Idempotency) (profiles.Put, error)
}

// profileLine is a field of the profile with a value.
type profileLine struct {
	Label, Text string
	Derived     string // what it was derived from; "" if it is stated
}

// profileLines returns the fields with a value, stated or derived, in the order of the table.
func profileLines(stated *profile.Profile, derived profile.Derived, l lang.Lang) (lines []profileLine) {
	for i := range kind.Profile.Fields {
		f := &kind.Profile.Fields[i]
		if f.Name == profile.Targets {
			if len(stated.Targets) > 0 {
				lines = append(lines, profileLine{Label: f.Label.In(l), Text: targetNames(stated.Targets, l)})
			}
			continue
		}
		if value := profile.Inherit(f.Name, "", *stated, derived); value.Text != "" {
			lines = append(lines, profileLine{f.Label.In(l), shownValue(f.Name, value.Text, l), derivedFrom(value, l)})
		}
	}
	return lines
}

func targetNames(targets []string, l lang.Lang) string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = profileTexts["target."+t].In(l)
	}
	return strings.Join(names, ", ")
}

// shownValue returns a value as people read it.
func shownValue(field, text string, l lang.Lang) string {
	if name := trace.Crop(text).Name().In(l); field == profile.Crop && name != "" {
		return name
	}
	return text
}

// derivedFrom says what a value was derived from; "" if it was stated.
func derivedFrom(v profile.Value, l lang.Lang) string {
	if v.From == profile.FromProfile || v.From == profile.FromRecord {
		return ""
	}
	return profileTexts["from."+string(v.From)].In(l)
}

// profileView is the page of a harvest's profile.
type profileView struct {
	harvestView
	Form    bool // the key may write it
	Once    string
	Version string
	Fields  []profileField
	Lines   []profileLine // what those who may not write it see
	History string        // the address of its history; "" if there is none
	Wrong   string
	Cut     bool
}

// profileField is a field of the form.
type profileField struct {
	Name, Label, Help, Value string
	Choices                  []fieldChoice
	Many                     bool // several options may be chosen
	Max                      int
	Pattern                  string // how an identifier is written: see kind.Pattern
	Derived                  string // the derived value, and its source
	Wrong                    string
	Stored                   string // what someone else stored meanwhile
}

// AskProfile shows the profile of a harvest, and the form for those who may write it.
func (c *Controller) AskProfile(on *pagekit.Call) (pagekit.Reply, error) {
	v, found, err := c.profile(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	typed := typedOf(&found)
	v.fields(on, typed, &found, nil)
	if found.Record != nil {
		v.Version = strconv.FormatInt(found.Record.Version, 10)
	} else {
		v.Version = "0"
	}
	if v.Once, err = on.OnceName(); err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Reply{Page: "harvest_profile", View: v}, nil
}

// profile fills in what the page shows before and after the form was sent. A harvest that
// does not exist yet has an empty form: its profile makes it exist.
func (c *Controller) profile(on *pagekit.Call) (*profileView, profiles.Profiled, error) {
	head, err := headHarvest(on, "/perfil")
	if err != nil {
		return nil, profiles.Profiled{}, err
	}
	found, err := c.profiles.Profile(on.Ctx, on.Key, head.HarvestID)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return nil, found, err
	}
	v := &profileView{harvestView: head, Form: on.Key.MayWrite(kind.Profile, head.HarvestID) && !personal.Hidden(on.Key), Cut: found.Cut}
	v.Curl = on.Curl(http.MethodGet, kind.Profiles+"/"+url.PathEscape(head.HarvestID), "")
	if found.Record != nil {
		v.History = pagekit.RecordHref(on, kind.Profiles, found.Record.ID.String())
	}
	v.Lines = profileLines(&found.Stated, found.Derived, on.Lang)
	return v, found, nil
}

// typedOf returns the stored profile as if it had been typed: texts byte for byte.
func typedOf(found *profiles.Profiled) url.Values {
	typed := url.Values{}
	if found.Record == nil {
		return typed
	}
	canon.Each(string(found.Record.Payload), func(name, value string) bool {
		switch canon.KindOf(value) {
		case '"':
			typed.Set(name, canon.Unquote(value))
		case '0':
			typed.Set(name, value)
		}
		return true
	})
	typed[profile.Targets] = found.Stated.Targets
	return typed
}

// fields fills the form with what was typed, and marks what is wrong.
func (v *profileView) fields(on *pagekit.Call, typed url.Values, found *profiles.Profiled, wrong map[string]string) {
	for i := range kind.Profile.Fields {
		f := &kind.Profile.Fields[i]
		field := profileField{Name: f.Name, Label: f.Label.In(on.Lang), Help: f.Help.In(on.Lang), Value: typed.Get(f.Name), Max: maxProfileText, Pattern: f.Pattern.String(), Wrong: wrong[f.Name]}
		if d, ok := found.Derived[f.Name]; ok {
			field.Derived = shownValue(f.Name, d.Text, on.Lang) + " (" + derivedFrom(d, on.Lang) + ")"
		}
		switch f.Name {
		case profile.Crop:
			field.Choices = cropChoices(field.Value, on)
		case profile.Targets:
			field.Many = true
			for _, target := range f.Values {
				field.Choices = append(field.Choices, fieldChoice{target, profileTexts["target."+target].In(on.Lang), slices.Contains(typed[f.Name], target)})
			}
		}
		v.Fields = append(v.Fields, field)
	}
}

// maxProfileText limits a text in the browser; the server refuses longer ones.
const maxProfileText = 200

// cropChoices returns the crops. A stored value in another spelling stays unchanged.
func cropChoices(chosen string, on *pagekit.Call) []fieldChoice {
	names := make([]string, len(trace.Crops))
	for i, crop := range trace.Crops {
		names[i] = string(crop)
	}
	return choicesOf(profile.Crop, names, chosen, on)
}

// PutProfile writes the profile. What cannot be accepted comes back with all that was typed.
func (c *Controller) PutProfile(on *pagekit.Call) (pagekit.Reply, error) {
	harvestID := strings.TrimSpace(on.Path("id"))
	if err := on.Key.NeedCreate(kind.Profile, harvestID); err != nil {
		return pagekit.Reply{}, err
	}
	v, found, err := c.profile(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	body := profileBody(on.Form, found.Record)
	env, err := profiles.ReadEnvelope(harvestID, body)
	if err == nil && found.Record != nil && sameJSON(env.Payload, found.Record.Payload) {
		return pagekit.GoTo(pagekit.HarvestPath(harvestID)), nil // nothing was changed
	}
	if err == nil {
		_, err = c.profiles.PutProfile(on.Ctx, on.Key, env, pagekit.FormVersion(on.Form), on.Once(on.Form.Get("uma"), body))
		err = pagekit.ReplayErased(err)
	}
	if err == nil {
		return pagekit.Done(pagekit.HarvestPath(harvestID), "profiled"), nil
	}
	return v.refused(on, &found, trace.AsError(err))
}

// refused shows the form again, with all that was typed, what is wrong next to each field,
// and what someone else stored meanwhile.
func (v *profileView) refused(on *pagekit.Call, found *profiles.Profiled, failed *trace.Error) (pagekit.Reply, error) {
	wrong := map[string]string{}
	switch failed.Class() {
	case trace.Unacceptable:
		v.Wrong = profileTexts["refused"].In(on.Lang)
		for _, p := range failed.Problems {
			if wrong[p.Field] == "" {
				wrong[p.Field] = p.Message.Fill(on.Lang, p.Args)
			}
		}
	case trace.Stale:
		v.Wrong = profileTexts["stale"].In(on.Lang)
	default:
		return pagekit.Reply{}, failed
	}
	v.fields(on, on.Form, found, wrong)
	v.Once, v.Version = on.Form.Get("uma"), on.Form.Get("versao")
	if failed.Class() == trace.Stale {
		v.Version = "0"
		if found.Record != nil {
			v.Version = strconv.FormatInt(found.Record.Version, 10)
		}
		stored := typedOf(found)
		for i := range v.Fields {
			f := &v.Fields[i]
			if is := strings.Join(stored[f.Name], ", "); is != strings.Join(on.Form[f.Name], ", ") {
				f.Stored = is
				if is == "" {
					f.Stored = "—"
				}
			}
		}
	}
	return pagekit.Reply{Page: "harvest_profile", View: v, Status: http.StatusUnprocessableEntity}, nil
}

// profileBody returns the body of the API call that corresponds to the form: empty fields are left
// out, and the harvest code stays unchanged.
func profileBody(form url.Values, stored *trace.Record) []byte {
	body := append([]byte(nil), '{')
	if stored != nil && stored.HarvestCode != "" {
		body = append(body, `"safraCodigo":`...)
		body = append(canon.AppendString(body, stored.HarvestCode), ',')
	}
	body = append(body, `"dados":{`...)
	comma := ""
	for i := range kind.Profile.Fields {
		name := kind.Profile.Fields[i].Name
		if text := strings.TrimSpace(form.Get(name)); text == "" {
			continue
		}
		body = append(body, comma+`"`+name+`":`...)
		comma = ","
		if name == profile.Targets {
			body = canon.AppendStrings(body, form[name])
		} else {
			body = canon.AppendString(body, strings.TrimSpace(form.Get(name)))
		}
	}
	return append(body, `}}`...)
}

// sameJSON reports whether two payloads say the same.
func sameJSON(a, b []byte) bool {
	x, err := canon.Canonical(a)
	if err != nil {
		return false
	}
	y, err := canon.Canonical(b)
	return err == nil && bytes.Equal(x, y)
}
