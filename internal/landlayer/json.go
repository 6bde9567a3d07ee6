package landlayer

import (
	"math"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// Day returns the layer's date as people read it.
func (l *Layer) Day() lang.Text { return dayText(l.Date) }

func dayText(day string) lang.Text {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return lang.Text{PT: day, EN: day, ES: day}
	}
	said := at.Format("02/01/2006")
	return lang.Text{PT: said, EN: day, ES: said}
}

var (
	nothing = lang.Text{
		PT: "nenhuma camada pública foi importada neste servidor: nada foi conferido quanto a desmatamento, áreas protegidas, terras indígenas ou embargos",
		EN: "no public layer was imported on this server: nothing was checked for deforestation, protected areas, indigenous land or embargoes",
		ES: "no se importó ninguna capa pública en este servidor: no se revisó nada en cuanto a deforestación, áreas protegidas, tierras indígenas o embargos",
	}
	checked = lang.Text{
		PT: "{talhoes} {talhoes|talhão comparado|talhões comparados} com {camadas} {camadas|camada|camadas}",
		EN: "{talhoes} {talhoes|plot|plots} checked against {camadas} {camadas|layer|layers}",
		ES: "{talhoes} {talhoes|parcela comparada|parcelas comparadas} con {camadas} {camadas|capa|capas}",
	}
	unchecked = lang.Text{
		PT: "; {fora} não {fora|comparado|comparados}, por não ter contorno ou por estar fora da área conferida",
		EN: "; {fora} not checked, because {fora|it has|they have} no outline or {fora|is|are} outside the area that is checked",
		ES: "; {fora} no {fora|comparada|comparadas}, por no tener contorno o por estar fuera del área revisada",
	}
)

// Text returns one sentence on what was checked.
func (c *Checked) Text() lang.Text {
	if len(c.Layers) == 0 {
		return nothing
	}
	args := lang.Args{"talhoes": strconv.Itoa(c.Plots), "camadas": strconv.Itoa(len(c.Layers)), "fora": strconv.Itoa(c.Unchecked)}
	say := func(l lang.Lang) string {
		said := checked.Fill(l, args)
		if c.Unchecked > 0 {
			said += unchecked.Fill(l, args)
		}
		return said
	}
	return lang.Text{PT: say(lang.PT), EN: say(lang.EN), ES: say(lang.ES)}
}

// AppendJSON appends what was checked, and with which layers, as on the wire. ref appends a plot's
// name.
func (c *Checked) AppendJSON(dst []byte, l lang.Lang, ref func(dst []byte, plot int) []byte) []byte {
	dst = append(dst, `{"conferido":`...)
	dst = strconv.AppendBool(dst, len(c.Layers) > 0)
	dst = append(dst, `,"mensagem":`...)
	said := c.Text()
	dst = canon.AppendString(dst, said.In(l))
	dst = append(dst, `,"talhoesConferidos":`...)
	dst = strconv.AppendInt(dst, int64(c.Plots), 10)
	dst = append(dst, `,"talhoesNaoConferidos":`...)
	dst = strconv.AppendInt(dst, int64(c.Unchecked), 10)
	dst = append(dst, `,"camadas":[`...)
	for i := range c.Layers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = c.Layers[i].appendJSON(dst, l)
	}
	dst = append(dst, `],"sobreposicoes":[`...)
	for i := range c.Overlaps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = c.appendOverlap(dst, &c.Overlaps[i], ref)
	}
	dst = append(dst, `],"haMais":`...)
	dst = strconv.AppendBool(dst, c.More)
	return append(dst, '}')
}

func (l *Layer) appendJSON(dst []byte, language lang.Lang) []byte {
	dst = l.appendIdentity(append(dst, '{'))
	dst = canon.AppendString(append(dst, `,"descricao":`...), l.Kind.Name.In(language))
	dst = append(dst, `,"poligonos":`...)
	dst = strconv.AppendInt(dst, l.Polygons, 10)
	dst = append(dst, `,"poligonosIlegiveis":`...)
	dst = strconv.AppendInt(dst, l.Broken, 10)
	return append(dst, '}')
}

func (c *Checked) appendOverlap(dst []byte, o *Overlap, ref func([]byte, int) []byte) []byte {
	of := &c.Layers[o.Layer]
	dst = canon.AppendString(append(dst, `{"camada":`...), of.Name)
	dst = canon.AppendString(append(dst, `,"tipo":`...), of.Kind.Code)
	dst = canon.AppendString(append(dst, `,"data":`...), of.Date)
	dst = append(dst, `,"areaHa":`...)
	dst = strconv.AppendFloat(dst, math.Round(o.Ha*1e4)/1e4, 'f', -1, 64)
	dst = append(dst, `,"tolerada":`...)
	dst = strconv.AppendBool(dst, o.Ha <= of.Kind.Tolerated)
	dst = append(dst, `,"poligonos":`...)
	dst = strconv.AppendInt(dst, int64(o.Polygons), 10)
	for _, member := range []struct{ name, value string }{{`,"de":`, o.First}, {`,"ate":`, o.Last}} {
		if dst = append(dst, member.name...); member.value == "" {
			dst = append(dst, `null`...)
		} else {
			dst = canon.AppendString(dst, member.value)
		}
	}
	dst = canon.AppendStrings(append(dst, `,"nomes":`...), o.Names)
	return append(ref(append(dst, `,"talhao":`...), o.Plot), '}')
}
