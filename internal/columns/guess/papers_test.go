package guess_test

import (
	"testing"

	"rastro/internal/kind"
)

// papers are layouts with the numbers of invoices and tickets, by which a load is recognised, and
// with columns that only look like them.
var papers = []layout{
	{
		name: "a sheet of a co-op with the invoice and the ticket",
		file: []byte("Rom.;Data;Placa;Nº NF;Série;Peso líquido (kg);Valor NF\n4471;18/02/2025;ABC1C34;12.345;1;36120;98.500,00\n4472;19/02/2025;QBB2D45;12346;1;35990;101.250,50\n"),
		kind: kind.Receiving, columns: "numeroRomaneio dataHoraRecebimento veiculo documentosFiscais ignorar volume ignorar",
		rows: []string{
			`numeroRomaneio=4471|dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|documentosFiscais=["NF 12.345"]|volume=36120 kg`,
			`numeroRomaneio=4472|dataHoraRecebimento=2025-02-19|veiculo=QBB2D45|documentosFiscais=["NF 12346"]|volume=35990 kg`,
		},
	},
	{
		name: "numbers of a workbook, a zero and a dash for none, two of one load",
		file: workbook(page{name: "Entradas", rows: [][]any{
			{"Ticket", "Data", "Placa", "NF", "Peso líquido kg"},
			{451.0, day(45706), "ABC1C34", 12345.0, 36120.0}, {452.0, day(45707), "ABC1C34", 0.0, 35990.0},
			{453.0, day(45708), "QBB2D45", "-", 35100.0}, {454.0, day(45708), "QBB2D45", "12347; 12348", 35200.0},
		}}),
		kind: kind.Receiving, columns: "numeroRomaneio dataHoraRecebimento veiculo documentosFiscais volume",
		rows: []string{
			`numeroRomaneio=451|dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|documentosFiscais=["NF 12345"]|volume=36120 kg`,
			`numeroRomaneio=452|dataHoraRecebimento=2025-02-19|veiculo=ABC1C34|volume=35990 kg`,
			`numeroRomaneio=453|dataHoraRecebimento=2025-02-20|veiculo=QBB2D45|volume=35100 kg`,
			`numeroRomaneio=454|dataHoraRecebimento=2025-02-20|veiculo=QBB2D45|documentosFiscais=["NF 12347","NF 12348"]|volume=35200 kg`,
		},
	},
	{
		name: "loads with the keys of their invoices",
		file: []byte("Data;Romaneio;Placa;Chave NF-e;Nota;Peso líq. (kg)\n18/02/2025;1;ABC1C34;51250211222333000181550010000123451123456780;12345;36120\n19/02/2025;2;QBB2D45;51250211222333000181550010000123461123456786;12346;35990\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento numeroRomaneio veiculo documentosFiscais ignorar volume",
		rows: []string{
			`dataHoraRecebimento=2025-02-18|numeroRomaneio=1|veiculo=ABC1C34|documentosFiscais=["51250211222333000181550010000123451123456780"]|volume=36120 kg`,
			`dataHoraRecebimento=2025-02-19|numeroRomaneio=2|veiculo=QBB2D45|documentosFiscais=["51250211222333000181550010000123461123456786"]|volume=35990 kg`,
		},
	},
	{
		name: "a remark, a mark and a weight that are called by the invoice's name",
		file: []byte("Data;Placa;Peso NF;Peso líquido (kg);Nota\n18/02/2025;ABC1C34;36.200,5;36120,5;carga úmida\n19/02/2025;QBB2D45;36.010,5;35990,5;\n20/02/2025;QBB2D45;36.000,0;35980,5;ok\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo ignorar volume ignorar",
		rows: []string{
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|volume=36120,5 kg",
			"dataHoraRecebimento=2025-02-19|veiculo=QBB2D45|volume=35990,5 kg",
			"dataHoraRecebimento=2025-02-20|veiculo=QBB2D45|volume=35980,5 kg",
		},
	},
	{
		name: "short names",
		file: []byte("Dt;Cav.;PL;U;Tk\n18/02/25;ABC1C34;36120;13,8;901\n19/02/25;QBB2D45;35990;13,9;902\n28/02/25;QBB2D45;35100;14,0;903\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade numeroRomaneio",
		asks: "2:unidade", answers: "kg",
		rows: []string{
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|volume=36120 kg|umidade=13,8%|numeroRomaneio=901",
			"dataHoraRecebimento=2025-02-19|veiculo=QBB2D45|volume=35990 kg|umidade=13,9%|numeroRomaneio=902",
			"dataHoraRecebimento=2025-02-28|veiculo=QBB2D45|volume=35100 kg|umidade=14%|numeroRomaneio=903",
		},
	},
	{
		name: "doses whose unit only the header says",
		file: []byte("Data;Talhão;Produto;Classe;Dose (L/ha);Área (ha)\n18/12/2024;T-1;Fox Xpro;Fungicida;0,5;120,5\n19/12/2024;T-2;Engeo;Inseticida;0,25 kg/ha;98\n20/12/2024;T-3;Engeo;Inseticida;0,3;90\n21/12/2024;T-3;Engeo;Inseticida;0,4;91\n"),
		kind: kind.InputApplication, columns: "data extra extra tipo dose areaAplicada",
		rows: []string{
			"data=2024-12-18|tipo=Fungicida|dose=0,5 L/ha|areaAplicada=120.5",
			"data=2024-12-19|tipo=Inseticida|dose=0,25 kg/ha|areaAplicada=98",
			"data=2024-12-20|tipo=Inseticida|dose=0,3 L/ha|areaAplicada=90",
			"data=2024-12-21|tipo=Inseticida|dose=0,4 L/ha|areaAplicada=91",
		},
	},
}

func TestLayoutsWithPapers(t *testing.T) { hold(t, "papers", papers) }
