package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// TestConsoleColumns takes a stranger's spreadsheet from drop to validated harvest.
func TestConsoleColumns(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	sheet := filepath.Join(t.TempDir(), "romaneio.csv")
	content := "Cooperativa Exemplo\nRomaneio de entrada;safra 24/25\n\nNº;Data;Hora;Placa;Motorista;CPF;Peso líq. (kg);Umid. %;Impureza %\n" +
		"1;15/02/2025;07:40;ABC1C34;José da Silva;529.982.247-25;36.200;13,8;0,9\n2;16/02/2025;08:05;ABC1C35;Maria Souza;529.982.247-25;35.150,5;14,1;1,2\n" +
		"Total;;;;;;71.350,5;;\n______________\nAssinatura do responsável\n"
	if err := os.WriteFile(sheet, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	runScript(t, "console_columns.mjs", sceneFile(t, map[string]string{"server": startServer(t), "access": rootAccess, "secret": rootSecret, "sheet": sheet}))
}
