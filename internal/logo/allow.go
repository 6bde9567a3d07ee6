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

// What a drawing may have. There is nothing here that runs, loads, links, moves or repeats:
// elements that draw others again (use, pattern, mask, marker) can be nested so that they take
// exponential time to draw. Strokes are not dashed: millions of tiny dashes take minutes.
var (
	shapes    = set("path rect circle ellipse line polyline polygon text")
	gradients = set("linearGradient radialGradient")
	elements  = set("g defs title desc tspan stop clipPath linearGradient radialGradient path rect circle ellipse line polyline polygon text")
	texts     = set("title desc text tspan") // whose text is kept
)

// Droppable are the elements that people may miss when they are left out. What else is left out,
// such as a program's notes, draws nothing.
var Droppable = strings.Fields("a animate animateMotion animateTransform filter foreignObject image marker mask pattern script set svg switch symbol textPath use")

// The forms of values. None can hold an address: url() takes the id of a part of the same
// drawing and nothing else.
var (
	label   = regexp.MustCompile(`^[A-Za-z_][\w.-]{0,99}$`)
	labels  = regexp.MustCompile(`^[A-Za-z_][\w.-]{0,99}( +[A-Za-z_][\w.-]{0,99}){0,9}$`)
	numbers = regexp.MustCompile(`^[0-9eE+\-.,%\s]*$`)
	size    = regexp.MustCompile(`^[0-9eE+\-.]{1,30}(px|pt|em|ex|mm|cm|in|%)?$`)
	drawn   = regexp.MustCompile(`^[0-9A-Za-z+\-.,\s]*$`)
	moved   = regexp.MustCompile(`^((matrix|translate|translate[XY]|scale|scale[XY]|rotate|skew[XY])\([0-9a-zE%+\-.,\s]*\)[\s,]*)*$`)
	word    = regexp.MustCompile(`^[A-Za-z][A-Za-z-]{0,30}$`)
	paint   = regexp.MustCompile(`^(#[0-9A-Fa-f]{3,8}|[A-Za-z]{1,30}|(rgb|rgba|hsl|hsla)\([0-9.,%\s/]{1,60}\)|url\(#[A-Za-z_][\w.-]{0,99}\))$`)
	part    = regexp.MustCompile(`^(none|url\(#[A-Za-z_][\w.-]{0,99}\))$`)
	inner   = regexp.MustCompile(`^#[A-Za-z_][\w.-]{0,99}$`)
	family  = regexp.MustCompile(`^[\pL0-9 ,'_-]{1,200}$`)
	aspect  = regexp.MustCompile(`^[A-Za-z]{1,20}( (meet|slice))?$`)
	weight  = regexp.MustCompile(`^([1-9]00|[a-z]{1,20})$`)
)

// attributes are those that an element may have, with the form of their values.
var attributes = map[string]*regexp.Regexp{
	"id": label, "class": labels,
	"viewBox": numbers, "width": size, "height": size, "preserveAspectRatio": aspect, "version": numbers,
	"x": numbers, "y": numbers, "dx": numbers, "dy": numbers, "rotate": numbers, "x1": size, "y1": size, "x2": size, "y2": size, "cx": size, "cy": size, "r": size, "rx": size, "ry": size, "fx": size, "fy": size, "fr": size,
	"d": drawn, "points": numbersOf, "transform": moved, "gradientTransform": moved, "gradientUnits": word, "spreadMethod": word, "clipPathUnits": word, "offset": size, "href": inner,
	"fill": paint, "stroke": paint, "color": paint, "stop-color": paint, "opacity": size, "fill-opacity": size, "stroke-opacity": size, "stop-opacity": size,
	"fill-rule": word, "clip-rule": word, "clip-path": part, "stroke-width": size, "stroke-linecap": word, "stroke-linejoin": word, "stroke-miterlimit": size,
	"display": word, "visibility": word, "paint-order": labels, "shape-rendering": word, "vector-effect": word, "text-rendering": word,
	"font-family": family, "font-size": size, "font-weight": weight, "font-style": word, "font-variant": word, "letter-spacing": listed, "word-spacing": listed, "text-anchor": word, "dominant-baseline": word, "textLength": size, "lengthAdjust": word,
}

var (
	numbersOf = regexp.MustCompile(`^[0-9eE+\-.,\s]*$`)
	listed    = regexp.MustCompile(`^(none|normal|[0-9eE+\-.,%\spx]{1,200})$`)
)

// structural are the attributes that a style sheet does not set.
var structural = set("id class viewBox preserveAspectRatio version d points href x y dx dy rotate x1 y1 x2 y2 gradientTransform gradientUnits spreadMethod clipPathUnits textLength lengthAdjust offset")

// cleanDeclarations keeps the declarations of a style that an attribute could say as well.
func cleanDeclarations(text string, clipping bool) string {
	var kept []string
	for declaration := range strings.SplitSeq(text, ";") {
		property, value, _ := strings.Cut(declaration, ":")
		property, value = strings.ToLower(strings.TrimSpace(property)), strings.TrimSpace(value)
		form := attributes[property]
		if form == nil || structural[property] || property == "clip-path" && clipping || !form.MatchString(value) {
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

// cleanSheet keeps the simple rules of a style sheet. In a sheet a clip cannot be told from
// the clip of a clip, so it sets none.
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
