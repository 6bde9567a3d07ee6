package api

import (
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/attach"
	"rastro/internal/attach/filesend"
	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// changeFileRoutes are the routes, other than the list, that every record kind has for its
// attachments.
var changeFileRoutes = []Route{
	{Method: "POST", Path: "/{id}/anexos", Operation: "attach", Body: attachment.MaxBytes + maxFormAround, Scopes: writers, file: true, streams: true, handle: attachFile,
		Doc: openapi.Facts{ID: "create{kind}Anexo", Summary: "Anexar um arquivo, até " + attachment.MaxText + ": {title}", Files: append(slices.Clone(filetype.Accepted), "application/octet-stream", mediaForm), Gives: "AnexoGravado",
			Params: []string{"pessoal", "If-Match", "Idempotency-Key", "Repr-Digest", "nomeDoAnexo"}, Headers: createdHeaders, Errors: []int{409, 410, 412}},
		Success: lang.Text{PT: "Arquivo anexado.", EN: "File attached.", ES: "Archivo adjuntado."}},
	{Method: "DELETE", Path: "/{id}/anexos/{sha256}", Operation: "detach", Scopes: writers, handle: detachFile,
		Doc:     openapi.Facts{ID: "delete{kind}Anexo", Summary: "Tirar um anexo; o histórico ainda o mostra: {title}", Gives: "AnexoGravado", Params: []string{"If-Match"}, Headers: versioned, Errors: []int{410}},
		Success: lang.Text{PT: "Anexo tirado do registro.", EN: "Attachment removed from the record.", ES: "Adjunto quitado del registro."}},
}

// fileRoute serves the bytes of any attachment.
var fileRoute = Route{Method: "GET", Path: "/anexos/{sha256}", Operation: "attachment", Scopes: readers, handle: getFile,
	Doc: openapi.Facts{ID: "getAnexo", Tag: openapi.TagFiles, Summary: "Um anexo, ou uma cópia pequena de uma foto", Params: []string{"tamanhoDoAnexo", "If-None-Match", "Range"}, Headers: []string{"ETag", "Content-Disposition"}, Errors: []int{422}, Forms: fileForms()}}

func fileForms() []openapi.Form {
	var forms []openapi.Form
	for _, media := range filetype.Accepted {
		forms = append(forms, openapi.Form{Media: media, Schema: "binary"})
	}
	for _, media := range filetype.Accepted {
		forms = append(forms, openapi.Form{Status: http.StatusPartialContent, Media: media, Schema: "binary", Text: "A parte pedida em Range."})
	}
	return forms
}

func attachFile(a *API, c *call) (reply, error) {
	if err := params.Uncompressed(c.r.Header); err != nil {
		return reply{}, err
	}
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	if err := a.service.Files.MayAttach(c.ctx, c.key, c.route.Kind, c.path("id")); err != nil {
		return reply{}, err
	}
	up, err := c.upload()
	if err != nil {
		return reply{}, err
	}
	received, err := a.service.Files.Receive(c.ctx, up)
	if err != nil {
		return reply{}, err
	}
	defer received.Drop()
	once, err := params.Once(c.r, []byte(received.File.Sum+"\n"+received.File.Name), c.lang)
	if err != nil {
		return reply{}, err
	}
	done, err := a.service.Files.Attach(c.ctx, c.key, c.route.Kind, c.path("id"), received, match, once)
	if err != nil {
		return reply{}, err
	}
	place := "/anexos/" + received.File.Sum
	if done.Replay != nil {
		answer := replayed(c, done.Replay, http.StatusCreated, 0)
		answer.location = place
		return answer, nil
	}
	return reply{status: http.StatusCreated, data: done.JSON(), version: done.Version, location: place}, nil
}

// upload returns the file that a request sends, as its body or in a form.
func (c *call) upload() (attach.Upload, error) {
	up := attach.Upload{From: c.key}
	if c.r.ContentLength > c.route.Body {
		return up, trace.Fail(trace.CodeFileTooLarge, "max", attachment.MaxText)
	}
	if text := c.query().Get("pessoal"); text != "" {
		personal, err := strconv.ParseBool(text)
		if err != nil {
			return up, trace.BadParameter("pessoal", "true, false")
		}
		up.Personal = &personal
	}
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, c.route.Body)
	header := map[string][]string(c.r.Header)
	up.Body = c.r.Body
	if media, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type")); err == nil && media == mediaForm {
		part, rest, err := c.filePart()
		if err != nil {
			return up, err
		}
		up.Body, up.Name = &onlyFile{part, rest}, part.FileName()
		if part.Header.Get("Repr-Digest") != "" {
			header = part.Header
		}
	} else if _, args, err := mime.ParseMediaType(c.r.Header.Get("Content-Disposition")); err == nil {
		up.Name = args["filename"]
	}
	return up, c.digests(&up, http.Header(header).Values("Repr-Digest"))
}

// filePart returns the first file of a form, which is read as it arrives, and the parts after it.
func (c *call) filePart() (*multipart.Part, *multipart.Reader, error) {
	parts, err := c.r.MultipartReader()
	for err == nil {
		var part *multipart.Part
		if part, err = parts.NextPart(); err == nil && (part.FileName() != "" || strings.EqualFold(part.FormName(), "arquivo")) {
			return part, parts, nil
		}
	}
	return nil, nil, &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
}

// onlyFile reads a file of a form. At the end it fails if another file follows, so that nothing is
// silently left out.
type onlyFile struct {
	io.Reader
	rest *multipart.Reader
}

func (f *onlyFile) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	for errors.Is(err, io.EOF) {
		part, end := f.rest.NextPart()
		if end != nil {
			return n, end // usually the end of the form
		}
		one := make([]byte, 1)
		if empty, _ := part.Read(one); part.FileName() != "" || strings.EqualFold(part.FormName(), "arquivo") && empty > 0 {
			return n, trace.Fail(trace.CodeOneFile)
		}
	}
	return n, err
}

// digests reads a Repr-Digest (RFC 9530). As the RFC says, it ignores unknown algorithms; if there
// is no other, the answer lists the known ones.
func (c *call) digests(up *attach.Upload, header []string) error {
	bad := trace.BadParameter("Repr-Digest", "sha-256=:…:, sha-512=:…:")
	if len(header) == 0 {
		return nil
	}
	for item := range strings.SplitSeq(strings.Join(header, ","), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		name = strings.ToLower(name)
		if name != "sha-256" && name != "sha-512" {
			continue
		}
		value, _, _ = strings.Cut(value, ";")
		value = strings.TrimSpace(value)
		digest, err := base64.StdEncoding.DecodeString(strings.Trim(value, ":"))
		if err != nil || len(value) < 2 || value[0] != ':' || value[len(value)-1] != ':' {
			return bad
		}
		switch {
		case name == "sha-256" && len(digest) == len(blob.Sum{}) && up.Digest == nil:
			up.Digest = (*blob.Sum)(digest)
		case name == "sha-512" && len(digest) == sha512.Size && up.Digest512 == nil:
			up.Digest512 = (*[sha512.Size]byte)(digest)
		default: // including an algorithm given twice
			return bad
		}
	}
	if up.Digest == nil && up.Digest512 == nil {
		c.w.Header().Set("Want-Repr-Digest", "sha-256=10, sha-512=9")
	}
	return nil
}

func listFiles(a *API, c *call) (reply, error) {
	files, version, err := a.service.Files.Attachments(c.ctx, c.key, c.route.Kind, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: append(attachment.AppendJSON([]byte(`{"content":`), files), '}'), version: version}, nil
}

func detachFile(a *API, c *call) (reply, error) {
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	done, err := a.service.Files.Detach(c.ctx, c.key, c.route.Kind, c.path("id"), c.path("sha256"), match)
	if err != nil {
		return reply{}, err
	}
	return reply{data: done.JSON(), version: done.Version}, nil
}

// getFile serves the bytes of a file, or a small copy of a photo.
func getFile(a *API, c *call) (reply, error) {
	if err := filesend.File(c.ctx, c.w, c.r, a.service.Files, c.key, c.path("sha256"), caching); err != nil {
		return reply{}, err
	}
	return reply{sent: true}, nil
}
