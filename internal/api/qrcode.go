package api

import (
	"encoding/base64"
	"net/url"
	"strings"

	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/httpkit/publiccache"
	"rastro/internal/print/qr"
	"rastro/internal/trace"
)

const (
	mediaJSON = params.MediaJSON
	mediaPNG  = "image/png"
	mediaSVG  = "image/svg+xml"
)

// qrScale is the size of a module in pixels: a label printer's 203 dpi makes
// it a millimetre.
const qrScale = 8

// qrAsked is the key of a cached QR code. The caller is not part of it: the caller's right to
// the code is checked before.
type qrAsked struct{ code, media string }

// qrMemory is how many bytes of drawn codes are kept.
const qrMemory = 8 << 20

func newQRCodes() (*publiccache.Drawn[qrAsked, reply], error) {
	return publiccache.NewDrawn(qrMemory, func(k qrAsked, r reply) uint32 {
		return uint32(256 + len(k.code) + len(r.data) + len(r.raw))
	})
}

func qrCode(a *API, c *call) (reply, error) {
	media, err := qrMedia(c)
	if err != nil {
		return reply{}, err
	}
	if err := c.key.Need(trace.Read); err != nil {
		return reply{}, err
	}
	if err := a.service.ReachesCode(c.ctx, c.key, c.path("codigo")); err != nil {
		return reply{}, err
	}
	asked := qrAsked{trace.FoldCode(c.path("codigo")), media}
	facts, err := a.published.Get(c.ctx, asked.code)
	if trace.Is(err, trace.CodeCodeNotFound) || err == nil && facts.State == trace.Revoked {
		// The public page shows validations that are gone. Here that is an error, and the
		// validation itself decides which one.
		if _, err := a.service.AnyValidation(c.ctx, asked.code); err != nil {
			return reply{}, err
		}
		return reply{}, trace.Fail(trace.CodeCodeNotFound)
	}
	if err != nil {
		return reply{}, err
	}
	return a.qrCodes.Get(asked, facts, func() (reply, error) { return a.drawQR(facts, media) })
}

// drawQR answers with the code of a validation.
func (a *API) drawQR(validation *publiccache.Facts, media string) (reply, error) {
	link := a.options.PublicURL + "/v/" + url.PathEscape(validation.Code)
	code, err := qr.Encode(link)
	if err != nil {
		return reply{}, err
	}
	if media == mediaSVG {
		return reply{media: mediaSVG, raw: code.SVG()}, nil
	}
	png, err := code.PNG(qrScale)
	if err != nil {
		return reply{}, err
	}
	if media == mediaPNG {
		return reply{media: mediaPNG, raw: png}, nil
	}
	data := append([]byte(nil), `{"codigo":`...)
	data = canon.AppendString(data, validation.Code)
	data = append(data, `,"estado":"`...)
	data = append(data, validation.State...)
	data = append(data, `","url":`...)
	data = canon.AppendString(data, link)
	data = append(data, `,"mediaType":"image/png","imagem":"data:image/png;base64,`...)
	data = base64.StdEncoding.AppendEncode(data, png)
	data = append(data, `","svg":`...)
	data = canon.AppendString(data, string(code.SVG()))
	return reply{data: append(data, '}')}, nil
}

// qrFormats are the values of ?formato.
var qrFormats = map[string]string{"png": mediaPNG, "svg": mediaSVG, "json": mediaJSON}

// qrMedia picks the form of the answer: ?formato, else the first of Accept's
// types that we have, in the caller's order of preference, else JSON.
func qrMedia(c *call) (string, error) {
	if format := c.r.URL.Query().Get("formato"); format != "" {
		media, ok := qrFormats[strings.ToLower(format)]
		if !ok {
			return "", trace.Fail(trace.CodeFormatUnsupported, "formato", params.Clip(format), "formatos", "png, svg, json")
		}
		return media, nil
	}
	return params.Accepted(c.r.Header.Get("Accept"), mediaJSON, mediaPNG, mediaSVG), nil
}
