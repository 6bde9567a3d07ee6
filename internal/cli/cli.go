// Package cli implements the command line. It is the only package that wires the
// parts of the program together.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rastro/internal/build"
	"rastro/internal/config"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Version and Commit are set by the linker; if they are empty, what go build notes in the
// binary counts.
var Version, Commit string

// env is the environment of a command.
type env struct {
	environ        []string
	stdout, stderr io.Writer
}

// Run runs the command line and returns the exit code. An error is one line on standard error that
// says what happened and what to do.
func Run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	root := newRoot(&env{environ, stdout, stderr})
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(stderr, "rastro: "+forOperator(err))
		if ended, ok := errors.AsType[*exitError](err); ok {
			return ended.code
		}
		return 1
	}
	return 0
}

// exitError ends the program with its own code.
type exitError struct {
	code int
	text string
}

func (e *exitError) Error() string { return e.text }

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:   "rastro",
		Short: "Traceability for crops, from planting plan to ship",
		Long: `Rastro records what happens to a harvest from planting plan to shipment, grades it,
and gives every validated harvest a QR code. One program, one command:

  rastro serve

serves the HTTP interface on http://127.0.0.1:8080 from an SQLite file in this
folder, and prints the first key. The API reference is then at /docs.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: see '%s --help'", err, cmd.CommandPath())
	})
	root.AddCommand(newServe(e), newKey(e), newWebhook(e), newLog(e), newVerify(e), newRebuild(e), newDB(e), newImport(e), newLand(e), newExport(e), newBackup(e), newRestore(e), newDoctor(e), newVersion(e))
	strictHelp(root)
	return root
}

// strictHelp makes the library's own commands refuse unknown arguments; they would print some help
// and exit successfully.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err != nil {
					return err
				}
				return noArguments(found, rest)
			}
		case "completion":
			cmd.Args = noArguments
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// noArguments refuses arguments that a command would silently ignore.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasSubCommands() {
		return fmt.Errorf("unknown command %q: see '%s --help'", args[0], cmd.CommandPath())
	}
	return fmt.Errorf("unexpected argument %q: see '%s --help'", args[0], cmd.CommandPath())
}

// load reads the options of a command; warnings go to standard error.
func (e *env) load(cmd *cobra.Command) (config.Config, error) {
	cfg, warnings, err := config.Load(cmd.Flags(), e.environ, os.ReadFile)
	if err != nil {
		return config.Config{}, err
	}
	for _, w := range warnings {
		fmt.Fprintln(e.stderr, "rastro: warning: "+w)
	}
	return cfg, nil
}

func newVersion(e *env) *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use: "version", Short: "Print the version",
		Long: `Prints the version, the commit and the compiler that this program was built with.
With --sbom it prints everything that is in the program instead, as CycloneDX JSON.`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			info := build.Read(Version, Commit)
			if !list {
				_, err := fmt.Fprintln(e.stdout, "rastro "+info.String())
				return err
			}
			body, err := info.SBOM()
			if err == nil {
				_, err = e.stdout.Write(body)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&list, "sbom", false, "List everything that is in the program, as CycloneDX JSON.")
	return cmd
}

// operatorTexts replace, on the command line, texts that send callers to the server's
// operator: here, the operator reads them.
var operatorTexts = map[trace.Code]string{
	trace.CodeInternal:     "The operation failed",
	trace.CodeStoreDamaged: "A part of the database is damaged and could not be read. Keep a copy of the file, check the disk, and restore the newest backup for which 'rastro verify --db sqlite:COPY' exits with 0",
	trace.CodeStoreGone:    "The database file was removed, replaced or cut short; the write was not confirmed",
	trace.CodeLogForked:    "The database does not continue the log that was published from it; nothing is written or signed. See \"After a restore\" in docs/operations.md",
}

// forOperator returns the text of an error on the command line.
func forOperator(err error) string {
	text := err.Error()
	if failed, ok := errors.AsType[*trace.Error](err); ok && operatorTexts[failed.Code] != "" {
		text = strings.Replace(text, failed.Text(lang.EN), operatorTexts[failed.Code], 1)
	}
	return strings.ReplaceAll(strings.TrimSpace(text), "\n", " ")
}
