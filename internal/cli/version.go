package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"rastro/internal/build"
)

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
