package logo

import (
	"regexp"
	"strings"
)

func set(names string) map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		all[name] = true
	}
	return all
}

// What a drawing may have. Nothing in it runs, loads, links, moves or repeats: elements that draw
// others again (use, pattern, mask, marker) can be nested so that they take exponential time to
// draw. Strokes are not dashed: millions of tiny dashes take minutes.
var (
	shapes    = set("path rect circle ellipse line polyline polygon text")
	gradients = set("linearGradient radialGradient")
	elements  = set("g defs title desc tspan stop clipPath linearGradient radialGradient path rect circle ellipse line polyline polygon text")
	texts     = set("title desc text tspan") // whose text is kept
)

// Droppable are the elements that people may miss when they are removed. Other removed elements,
// such as a program's notes, draw nothing.
var Droppable = strings.Fields("a animate animateMotion animateTransform filter foreignObject image marker mask pattern script set svg switch symbol textPath use")

// form is the format of a value: a pattern, and a maximum length if there is one. The length is not
// in the pattern, because a counted repeat takes that many copies of its part in memory.
type form struct {
	longest int // 0: any
	pattern *regexp.Regexp
}

func (f *form) fits(value string) bool {
	return (f.longest == 0 || len(value) <= f.longest) && f.pattern.MatchString(value)
}

func written(longest int, pattern string) *form {
	return &form{longest, regexp.MustCompile(`^(?:` + pattern + `)$`)}
}

// The formats of values. None can contain an address: url() only accepts the id of a part of the
// same drawing.
var (
	label     = written(100, `[A-Za-z_][\w.-]*`)
	labels    = written(1000, `[A-Za-z_][\w.-]*( +[A-Za-z_][\w.-]*)*`)
	numbers   = written(0, `[0-9eE+\-.,%\s]*`)
	numbersOf = written(0, `[0-9eE+\-.,\s]*`)
	size      = written(32, `[0-9eE+\-.]+(px|pt|em|ex|mm|cm|in|%)?`)
	drawn     = written(0, `[0-9A-Za-z+\-.,\s]*`)
	moved     = written(0, `((matrix|translate|translate[XY]|scale|scale[XY]|rotate|skew[XY])\([0-9a-zE%+\-.,\s]*\)[\s,]*)*`)
	word      = written(31, `[A-Za-z][A-Za-z-]*`)
	paint     = written(106, `#[0-9A-Fa-f]{3,8}|[A-Za-z]+|(rgb|rgba|hsl|hsla)\([0-9.,%\s/]+\)|url\(#[A-Za-z_][\w.-]*\)`)
	part      = written(106, `none|url\(#[A-Za-z_][\w.-]*\)`)
	inner     = written(101, `#[A-Za-z_][\w.-]*`)
	family    = written(200, `[\pL0-9 ,'_-]+`)
	aspect    = written(26, `[A-Za-z]+( (meet|slice))?`)
	weight    = written(20, `[1-9]00|[a-z]+`)
	listed    = written(200, `none|normal|[0-9eE+\-.,%\spx]+`)
)

// attributes are the allowed attributes of elements, with the form of their values.
var attributes = map[string]*form{
	"id": label, "class": labels,
	"viewBox": numbers, "width": size, "height": size, "preserveAspectRatio": aspect, "version": numbers,
	"x": numbers, "y": numbers, "dx": numbers, "dy": numbers, "rotate": numbers, "x1": size, "y1": size, "x2": size, "y2": size, "cx": size, "cy": size, "r": size, "rx": size, "ry": size, "fx": size, "fy": size, "fr": size,
	"d": drawn, "points": numbersOf, "transform": moved, "gradientTransform": moved, "gradientUnits": word, "spreadMethod": word, "clipPathUnits": word, "offset": size, "href": inner,
	"fill": paint, "stroke": paint, "color": paint, "stop-color": paint, "opacity": size, "fill-opacity": size, "stroke-opacity": size, "stop-opacity": size,
	"fill-rule": word, "clip-rule": word, "clip-path": part, "stroke-width": size, "stroke-linecap": word, "stroke-linejoin": word, "stroke-miterlimit": size,
	"display": word, "visibility": word, "paint-order": labels, "shape-rendering": word, "vector-effect": word, "text-rendering": word,
	"font-family": family, "font-size": size, "font-weight": weight, "font-style": word, "font-variant": word, "letter-spacing": listed, "word-spacing": listed, "text-anchor": word, "dominant-baseline": word, "textLength": size, "lengthAdjust": word,
}

// structural are the attributes that a style sheet does not set.
var structural = set("id class viewBox preserveAspectRatio version d points href x y dx dy rotate x1 y1 x2 y2 gradientTransform gradientUnits spreadMethod clipPathUnits textLength lengthAdjust offset")

// cleanDeclarations keeps those declarations of a style that could also be attributes.
func cleanDeclarations(text string, clipping bool) string {
	var kept []string
	for declaration := range strings.SplitSeq(text, ";") {
		property, value, _ := strings.Cut(declaration, ":")
		property, value = strings.ToLower(strings.TrimSpace(property)), strings.TrimSpace(value)
		allowed := attributes[property]
		if allowed == nil || structural[property] || property == "clip-path" && clipping || !allowed.fits(value) {
			continue
		}
		kept = append(kept, property+":"+value)
	}
	return strings.Join(kept, ";")
}

// rule is a simple rule of a style sheet: names of elements, classes and ids, without
// conditions.
var (
	rule     = regexp.MustCompile(`^([^{}]*)\{([^{}]*)\}`)
	selector = regexp.MustCompile(`^[.#]?[A-Za-z_][\w-]*( *, *[.#]?[A-Za-z_][\w-]*)*$`)
	comment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// cleanSheet keeps the simple rules of a style sheet. They may not set a clip, because a style
// sheet does not show whether it would be the clip of a clip.
func cleanSheet(text string) string {
	text = comment.ReplaceAllString(text, " ")
	var kept strings.Builder
	for {
		text = strings.TrimSpace(text)
		found := rule.FindStringSubmatch(text)
		if found == nil {
			return kept.String()
		}
		text = text[len(found[0]):]
		names, what := strings.TrimSpace(found[1]), cleanDeclarations(found[2], true)
		if selector.MatchString(names) && what != "" {
			kept.WriteString(names + "{" + what + "}")
		}
	}
}
