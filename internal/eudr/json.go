package eudr

import (
	"math"
	"net/url"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/tracefile"
)

// Path returns the path of a lot's file.
func Path(lot string) string { return "/eudr/lote/" + url.PathEscape(lot) }

// AppendJSON appends the pre-flight of a lot as the wire shows it.
func (r *Report) AppendJSON(dst []byte, l lang.Lang, article9 []Information, harvests []Reviewed) []byte {
	dst = append(dst, `{"lote":`...)
	dst = canon.AppendString(dst, r.Lot)
	dst = append(dst, `,"pronto":`...)
	dst = strconv.AppendBool(dst, r.Ready())
	for _, n := range []struct {
		name  string
		value int
	}{{"talhoes", r.Plots}, {"repetidos", r.Repeated}, {"produtores", r.Producers}, {"safras", r.Harvests}} {
		dst = append(dst, `,"`+n.name+`":`...)
		dst = strconv.AppendInt(dst, int64(n.value), 10)
	}
	dst = append(dst, `,"areaHa":`...)
	dst = strconv.AppendFloat(dst, math.Round(r.AreaHa*100)/100, 'f', -1, 64)
	dst = append(dst, `,"partes":[`...)
	if r.Ready() {
		for i := range r.Parts {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = r.Parts[i].AppendJSON(dst, r.PartPath(i+1))
		}
	}
	dst = append(dst, `],"resumo":`...)
	dst = r.Summary.AppendJSON(dst)
	dst = append(dst, `,"achados":[`...)
	for i := range r.Findings {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = r.Findings[i].AppendJSON(dst, l)
	}
	dst = append(dst, `],"artigo9":[`...)
	for i := range article9 {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = article9[i].appendJSON(dst, l)
	}
	said := r.Verdict(article9, harvests)
	dst = append(dst, `],"veredito":`...)
	dst = said.appendJSON(dst, l)
	dst = append(dst, `,"camadas":`...)
	dst = r.Land.AppendJSON(dst, l)
	return append(dst, '}')
}

// PartPath returns the path of a part of the file.
func (r *Report) PartPath(part int) string {
	path := Path(r.Lot) + "?parte=" + strconv.Itoa(part)
	if r.HolesCut {
		path += "&furos=cortar"
	}
	return path
}

func (i *Information) appendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"item":"`+i.Item+`","artigo":"`+i.Article+`","situacao":"`+string(i.Situation)+`","mensagem":`...)
	dst = canon.AppendString(dst, i.Text(l))
	dst = append(dst, `,"safras":[`...)
	for n, harvest := range i.Harvests {
		if n > 0 {
			dst = append(dst, ',')
		}
		dst = canon.AppendString(dst, harvest)
	}
	dst = append(dst, ']')
	if i.Partial {
		dst = append(dst, `,"parcial":true`...)
	}
	return append(dst, '}')
}

// FileName returns the file name of a part.
func FileName(lot string, part, parts int) string {
	ext := ".geojson"
	if parts > 1 {
		ext = "-parte-" + strconv.Itoa(part) + "-de-" + strconv.Itoa(parts) + ext
	}
	return tracefile.FileName("eudr", lot, ext)
}
