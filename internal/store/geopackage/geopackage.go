// Package geopackage reads the areas in a GeoPackage, an SQLite file made by somebody else. The
// file is opened read-only, nothing in its schema is executed, and the size of rows is bounded.
package geopackage

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/geo/landfile"
	"rastro/internal/geo/layerfile"
	"rastro/internal/store/sqlite/native"
)

// maxValue bounds a text or a geometry, and maxTables how many layers of a file are looked at.
const (
	maxValue  = 64 << 20
	maxTables = 1_000
)

// File is a GeoPackage. It implements layerfile.Source for one of its layers.
type File struct {
	conn    *native.Conn
	table   string
	column  string
	columns []string
}

// setup keeps the file unchanged, and keeps code in its schema from running.
var setup = []string{`PRAGMA query_only = ON`, `PRAGMA trusted_schema = OFF`, `PRAGMA cell_size_check = ON`, `PRAGMA mmap_size = 0`, `PRAGMA cache_size = -8192`, `PRAGMA temp_store = MEMORY`}

// Open opens a layer of a file, "" for the only one.
func Open(path, layer string) (*File, error) {
	conn, err := native.Open("file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&immutable=1", setup...)
	if err != nil {
		return nil, unreadable(err)
	}
	conn.Bound(maxValue)
	f := &File{conn: conn}
	if err := f.choose(layer); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return f, nil
}

// Close closes the file.
func (f *File) Close() error { return f.conn.Close() }

func unreadable(err error) error {
	return fmt.Errorf("the file is no GeoPackage, or is damaged: export the layer again (%w)", err)
}

// rows runs a query.
func (f *File) rows(sql string, args []any, each func(*native.Stmt) error) error {
	s, err := f.conn.Prepare(sql)
	if err != nil {
		return unreadable(err)
	}
	defer s.Finalize()
	if err := s.Bind(args); err != nil {
		return err
	}
	for {
		more, err := s.Step()
		if err != nil {
			return unreadable(err)
		}
		if !more {
			return nil
		}
		if err := each(s); err != nil {
			return err
		}
	}
}

// choose finds the table and its column of areas, and refuses any coordinate system but ours.
func (f *File) choose(layer string) error {
	type found struct{ table, column, organization, number, definition string }
	var all []found
	err := f.rows(`SELECT c.table_name, g.column_name, coalesce(CAST(s.organization AS TEXT), ''), coalesce(CAST(s.organization_coordsys_id AS TEXT), ''), coalesce(CAST(s.definition AS TEXT), '')
		FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
		WHERE c.data_type = 'features' ORDER BY c.table_name LIMIT $1`, []any{int64(maxTables)}, func(s *native.Stmt) error {
		all = append(all, found{s.Text(0), s.Text(1), s.Text(2), s.Text(3), s.Text(4)})
		return nil
	})
	if err != nil {
		return err
	}
	if layer != "" {
		all = slices.DeleteFunc(all, func(one found) bool { return !strings.EqualFold(one.table, layer) })
	}
	switch {
	case len(all) == 0 && layer != "":
		return fmt.Errorf("the GeoPackage has no layer %q", layer)
	case len(all) == 0:
		return errors.New("the GeoPackage has no layer with geometries")
	case len(all) > 1:
		return fmt.Errorf("the GeoPackage has %d layers (%q, %q …): name one with --layer", len(all), all[0].table, all[1].table)
	}
	one := all[0]
	known := strings.EqualFold(one.organization, "EPSG") && (one.number == "4326" || one.number == "4674")
	if name, ok := landfile.Degrees(one.definition); !known && !ok {
		if name == "" {
			name = strings.TrimSpace(one.organization + " " + one.number)
		}
		return layerfile.OtherSystem(name)
	}
	f.table, f.column = one.table, one.column
	return f.inspect()
}

// inspect refuses anything but a plain table: a view would run what its author wrote.
func (f *File) inspect() error {
	plain := false
	err := f.rows(`SELECT type, upper(sql) FROM sqlite_schema WHERE name = $1`, []any{f.table}, func(s *native.Stmt) error {
		plain = s.Text(0) == "table" && !strings.HasPrefix(strings.TrimSpace(s.Text(1)), "CREATE VIRTUAL")
		return nil
	})
	if err == nil && !plain {
		return fmt.Errorf("the layer %q of the GeoPackage is not a table: export the layer again", f.table)
	}
	if err != nil {
		return err
	}
	err = f.rows(`SELECT name FROM pragma_table_info($1)`, []any{f.table}, func(s *native.Stmt) error {
		f.columns = append(f.columns, s.Text(0))
		return nil
	})
	if err == nil && !slices.Contains(f.columns, f.column) { // SQLite would take its name for a text
		err = fmt.Errorf("the layer %q of the GeoPackage has no column %q, where its areas should be: export the layer again", f.table, f.column)
	}
	return err
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// maxColumns limits the columns read from a row in addition to its area.
const maxColumns = 200

// Each implements layerfile.Source.
func (f *File) Each(ctx context.Context, fn func(*layerfile.Area) error) error {
	defer context.AfterFunc(ctx, f.conn.Interrupt)()
	columns := f.columns[:min(len(f.columns), maxColumns)]
	sql := `SELECT ` + quoted(f.column)
	for _, name := range columns {
		if name == f.column {
			sql += `, NULL`
			continue
		}
		sql += `, substr(CAST(` + quoted(name) + ` AS TEXT), 1, ` + strconv.Itoa(200) + `)`
	}
	n := int64(0)
	var given error
	err := f.rows(sql+` FROM `+quoted(f.table), nil, func(s *native.Stmt) error {
		n++
		a := layerfile.NewArea(n, func(name string) string {
			for i, known := range columns {
				if strings.EqualFold(known, name) {
					return s.Text(int32(i + 1))
				}
			}
			return ""
		})
		a.GeoPackage(s.View(0))
		given = fn(a)
		return given
	})
	switch {
	case given != nil:
		return given
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return err
}
