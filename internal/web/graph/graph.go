// Package graph draws directed graphs on the server: it lays out nodes and edges (layout.go,
// order.go, place.go) and writes them as SVG (svg.go). It does not know what the nodes mean. The
// same graph always gives the same bytes.
package graph

// Shape is the outline of a node, so that colour alone does not carry the meaning.
type Shape string

// The shapes.
const (
	Round   Shape = "round"
	Box     Shape = "box"
	Hexagon Shape = "hexagon"
	House   Shape = "house"
	Arrow   Shape = "arrow"
)

// Node is a node.
type Node struct {
	ID    string
	Shape Shape
	// Class is put on the node's group, in addition to its shape's.
	Class string
	// Above is a small line over the name, Below one under it.
	Above, Name, Below string
	// Title is shown if there is room, Href is the target of its link.
	Title, Href string
}

// Edge leads from one node to another.
type Edge struct {
	From, To string // ids
	// Name and Below are the lines of its label; none is drawn without a name.
	Name, Below string
	Title, Href string
	// Doubtful: it is drawn dashed.
	Doubtful bool
}

// The dimensions of a drawing, in its own units. A label is as high as a finger needs (WCAG 2.2: 24
// px), and so is the space between two labels.
const (
	nodeWidth, nodeHeight   = 190, 62
	labelWidth, labelHeight = 132, 34
	nodeGap, labelGap       = 20, 8
	wayGap                  = 12 // between lines that pass each other
	columnGap               = 26
	margin                  = 12
)

// Placed is a node with its position: the middle of its left side.
type Placed struct {
	*Node
	X, Y float64
}

// Point is a place.
type Point struct{ X, Y float64 }

// Line is an edge with its route.
type Line struct {
	*Edge
	// Way are the points that it goes through, from its beginning to its end.
	Way []Point
	// Label is the middle of its label's left side.
	Label Point
	// Against: it runs against the direction of the others, as in a circle.
	Against bool
}

// Drawing is a graph whose nodes have positions.
type Drawing struct {
	Width, Height float64
	Nodes         []Placed
	Lines         []Line
}
