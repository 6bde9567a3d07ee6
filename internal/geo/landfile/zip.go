package landfile

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"strings"
)

// centralMark begins the entry of each file in the list at the end of a zip.
var centralMark = []byte("PK\x01\x02")

// readZip reads a KMZ, or the files of a Shapefile.
func readZip(file []byte) ([]byte, error) {
	if bytes.Count(file, centralMark) > maxEntries {
		return nil, failed(Expands, "")
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, failed(Damaged, "")
	}
	left := int64(maxUnpacked)
	if shapes := entries(archive, ".shp"); len(shapes) > 1 {
		return nil, failed(ManyShapes, plain(path.Base(shapes[1].Name)))
	} else if len(shapes) == 1 {
		return readShapefile(archive, shapes[0], &left)
	}
	plans := entries(archive, ".kml")
	if len(plans) == 0 {
		return nil, failed(NoLandInZip, "")
	}
	text, err := unpack(plans[0], &left)
	if err != nil {
		return nil, err
	}
	return readXML(text)
}

// entries returns the files of an archive with an ending. What macOS and hidden folders put
// beside them are not among them.
func entries(archive *zip.Reader, ending string) (all []*zip.File) {
	for _, f := range archive.File {
		base := path.Base(f.Name)
		if strings.EqualFold(path.Ext(base), ending) && !strings.HasPrefix(base, ".") && !strings.HasPrefix(f.Name, "__MACOSX/") {
			all = append(all, f)
		}
	}
	return all
}

// beside returns the file with the same name as another and a different extension; nil if there is
// none.
func beside(archive *zip.Reader, shape *zip.File, ending string) *zip.File {
	name := strings.TrimSuffix(shape.Name, path.Ext(shape.Name))
	for _, f := range entries(archive, ending) {
		if strings.EqualFold(strings.TrimSuffix(f.Name, path.Ext(f.Name)), name) {
			return f
		}
	}
	return nil
}

// encrypted is the flag of a file that needs a password.
const encrypted = 1

// unpack reads a file in an archive, as long as the total stays within what is left. It does not
// trust the size in the archive.
func unpack(f *zip.File, left *int64) ([]byte, error) {
	if f.Flags&encrypted != 0 {
		return nil, failed(Protected, "")
	}
	in, err := f.Open()
	if err != nil {
		return nil, failed(Damaged, "")
	}
	defer func() { _ = in.Close() }() // it was only read
	out, err := io.ReadAll(io.LimitReader(in, *left+1))
	switch {
	case int64(len(out)) > *left:
		return nil, failed(Expands, "")
	case err != nil:
		return nil, failed(Damaged, "")
	}
	*left -= int64(len(out))
	return out, nil
}
