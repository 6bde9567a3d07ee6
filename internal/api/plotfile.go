package api

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"rastro/internal/api/openapi"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/geo/landfile"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// plotFileMedia are the file types for plots. The actual type is determined from the bytes.
var plotFileMedia = []string{
	"application/zip", "application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kmz", "application/gpx+xml", mediaGeoJSON, "application/octet-stream", mediaForm,
}

const mediaForm = "multipart/form-data"

// plotExample is a file that everyone can write.
const plotExample = `{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.550001],[-55.710001,-12.540001],[-55.720001,-12.540001],[-55.720001,-12.550001]]]}`

// maxFormAround is the maximum size of a form without its file.
const maxFormAround = 64 << 10

// plotRoutes are the rows about plots.
var plotRoutes = []Route{
	{Method: "POST", Path: "/talhoes/leitura", Operation: "read plot file", Body: landfile.MaxBytes + maxFormAround, Memory: landfile.Memory, Scopes: writers, file: true, handle: readPlotFile,
		Doc: openapi.Facts{ID: "readTalhoes", Tag: openapi.TagHarvests, Summary: "Ler um arquivo de talhões (Shapefile em zip, KML, KMZ, GPX, GeoJSON), sem gravar", Takes: "ValorJSON", Example: plotExample, Files: plotFileMedia, Gives: "LeituraDeTalhoes", Status: http.StatusOK},
		Success: lang.Text{
			PT: "Talhão lido; nada foi gravado. Envie 'geojson' no campo poligono ou areaPlantada.", EN: "Plot read; nothing was stored. Send 'geojson' in the field poligono or areaPlantada.",
			ES: "Parcela leída; no se guardó nada. Envíe 'geojson' en el campo poligono o areaPlantada."}},
}

// readPlotFile converts a file into a value for the plot field, with what a record containing it
// would show. Nothing is stored.
func readPlotFile(a *API, c *call) (reply, error) {
	file, err := c.file()
	if err != nil {
		return reply{}, err
	}
	plot, err := landfile.Read(file)
	if wrong, ok := errors.AsType[*landfile.Error](err); ok {
		return reply{}, &trace.Error{Code: trace.CodeInvalid, Problems: []trace.Problem{
			{Field: "arquivo", Rule: string(wrong.Reason), Message: landfile.Reasons[wrong.Reason], Args: lang.Args{"o": wrong.Said}},
		}}
	}
	if err != nil {
		return reply{}, err
	}
	field := trace.PlanKind.PlotField()
	body := append([]byte(`{"safraId":"-","dados":{"`+field+`":`), plot...)
	env, err := trace.ReadEnvelope(trace.PlanKind, append(body, `}}`...)) // refused as a record with it would be
	if err != nil {
		return reply{}, err
	}
	graded := record.Grade(trace.PlanKind, env.Payload, a.service.Now().UTC().Year())
	data := append([]byte(`{"geojson":`), bytes.TrimSpace(plot)...)
	data = append(data, `,"geometria":`...)
	if graded.Plot == nil {
		data = append(data, `null`...)
	} else {
		data = graded.Plot.AppendGeometry(data)
	}
	data = append(data, `,"avisos":`...)
	data = record.AppendFindings(data, findingsOn(graded.Findings, field), c.lang)
	return reply{status: http.StatusOK, data: append(data, '}')}, nil
}

// findingsOn returns the findings on one field.
func findingsOn(all []finding.Finding, field string) []finding.Finding {
	var kept []finding.Finding
	for _, f := range all {
		if f.Field == field {
			kept = append(kept, f)
		}
	}
	return kept
}

// file returns the body, or the first file of a form.
func (c *call) file() ([]byte, error) {
	media, args, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || media != mediaForm {
		return c.body, nil
	}
	parts := multipart.NewReader(bytes.NewReader(c.body), args["boundary"])
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil // which is an empty file
		case err != nil:
			return nil, &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
		case part.FileName() == "" && !strings.EqualFold(part.FormName(), "arquivo"):
			continue
		}
		file, err := io.ReadAll(part)
		if err != nil {
			return nil, &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
		}
		return file, nil
	}
}
