package brdoc

import "testing"

// ordinary are texts as people write them in each field, with numbers that are not identifiers of
// the types looked for there. Nothing must be found in them.
var ordinary = []struct {
	field string
	want  Set
	texts []string
}{
	{"notaFiscal", invoice, []string{
		"12345",
		"NF 12.345 série 1",
		"NF-e 000.012.345 de 10/02/2025",
		"Nota fiscal nº 4521, emitida em 12/03/2025",
		"NFP-e 987654, produtor rural, IE 13.456.789-0",
		"não se aplica",
		"pendente de emissão",
		"NF 123456789",
		"NF-e 12345 R$ 128.450,00 (36.000 kg a R$ 3,57)",
		"remessa 2025/000123, romaneio 884512",
		"NF 45/2025; NF 46/2025; NF 47/2025",
		"CFOP 5.102, NCM 1201.90.00, CST 051",
		"NF 7781 - carga 3 de 12 - 10/02/2025 14:20",
		"protocolo 151250001234567",
		"boleto 34191.79001 01043.510047 91020.150008 5 93710026000",
		"pedido 20250210001 contrato 4500123456",
		"NF 000012345 ref. contrato 11222333000182",
		"Chave a informar depois do dia 10/02/2025",
	}},
	{"certificadoOrigemLote", origin, []string{
		"Declaração de origem 45/2025, Fazenda Boa Esperança",
		"456/2025, Câmara de Comércio do Cerrado",
		"RTRS 2024-0456",
		"Talhão T-07, 120,69 ha, Sorriso/MT",
		"Matrícula 12.345 do CRI de Sorriso, livro 2, folha 145",
		"-12.545000, -55.715000",
		"12°32'42\"S 55°42'54\"W",
		"CEP 78890-000, BR-163 km 742",
		"tel. (66) 99988-7766, falar com Ana",
		"fone 66999887766",
		"whatsapp 55 66 99988 7766",
		"lote MT25-S-001, silo 4, 36.000 kg",
		"Rainforest Alliance RA_00012345678",
		"4C 0123-4567-8901",
		"Certifica Minas 0123/2024 válido até 31/12/2026",
		"IBD 2345/23 orgânico",
		"Selo Verde MG: nada consta em 10/02/2025",
		"PRODES/MapBiomas sem alerta após 31/12/2020",
		"Alerta MapBiomas 1234567 descartado",
		"IBAMA embargo 0 em 28/02/2025 às 10:35:22",
		"Autorização ambiental APF 12345/2023",
		"semente M8372IPRO, lote 0123456789",
		"BMX Potência RR, peneira 6,5, PMS 178 g",
		"cultivar BRS 8381, categoria C2, safra 2023/24",
		"DM 66I68 IPRO + TMG 2381 IPRO",
		"adubo 02-20-18, 350 kg/ha",
		"NPK 04.14.08, 500 kg",
		"calcário dolomítico PRNT 85%, 2.000 kg/ha em 15/08/2024",
		"glifosato 480 g/L, 3,0 L/ha",
		"Fox Xpro 0,5 L/ha + Aureo 0,25%",
		"inoculante 2 doses/50 kg, 5x10^9 UFC/mL",
		"análise de solo 1234/24: pH 5,8; P 12,3; K 0,25; MO 32,1",
		"laudo 52998224725",
		"conta 12345-6 agência 0001 banco 001",
		"PIX 123e4567-e89b-12d3-a456-426614174000",
		"PIS 12345678900, CTPS 12345 série 00123-MT",
		"UUID 0199e1c2-7a40-7a3f-8c11-5b6c0d9a1e22",
		"sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"processo 0001234-56.2024.8.11.0040",
		"processo SEI 21000.012345/2024-11",
		"OIC a emitir em 10/02/2025",
		"CAR em análise, protocolo 2014123456",
		"CAR ativo desde 05/05/2016",
		"CNPJ em abertura",
		"CPF: a informar",
		"CCIR 2024 quitado",
		"NIRF pendente",
		"ITR 2023: 1.234,56",
		"coordenadas UTM 21L 640123 8612345",
		"geocódigo 640123.45 8612345.67",
		"altitude 1.150 m, 350 covas, safra 2025",
		"peneira 17/18 40%, 15/16 45%",
	}},
	{"certificadoFitossanitario", plants, []string{
		"Não se aplica",
		"e-Phyto BR/MT/2025/001234",
		"CF 12345/2025 SFA-MT",
		"PTV dispensada",
		"PTV em 10/02/2025",
		"CFO a emitir",
		"ISPM 15, HT, BR-123",
		"expurgo fosfina 3 pastilhas/m³, 120 h, lote 1234567890",
		"tratamento 25/02/2025, 1013 hPa",
		"E 2500",
	}},
	{"comprovantePagamento", payment, []string{
		"Recibo 4471, 10/02/2025, R$ 1.850,00",
		"holerite 02/2025",
		"transferência 123456789012 de 05/03/2025",
		"PIX E00000000202502101420abcdefghijk",
		"FGTS 02/2025, guia 858000000012 345678901234 567890123456 789012345678",
		"eSocial S-1200 02/2025 enviado",
		"eSocial transmitido em 10/02/2025 08:30",
		"ag. 1234-5 c/c 123.456-7",
		"12 diárias x R$ 150,00 = R$ 1.800,00",
		"recibo nº 15/2025",
		"GPS 2100, competência 01/2025",
		"TED 001 0001 12345-6 R$ 2.412,33",
	}},
	{"veiculo", vehicle, []string{
		"Caminhão Volvo FH 540",
		"Scania R450 2022",
		"Mercedes-Benz Axor 2544",
		"VW 24.280 Constellation",
		"Iveco Hi-Way 600S44T",
		"DAF XF105 510",
		"MAN TGX 28.440",
		"bitrem 9 eixos, 57 t",
		"rodotrem 74 t PBTC",
		"Ford Cargo 2429",
		"John Deere S790",
		"trator JD 7230J",
		"Case IH Axial-Flow 8250",
		"New Holland CR8.90",
		"Valtra BH 194",
		"colhedora TC5090",
		"carreta LS 3 eixos 2019",
		"caminhão 4 da cooperativa",
		"LOT1234-A",
		"frota 0123",
		"RENAVAM 00123456789",
		"chassi 9BM979026JS123456",
		"RNTRC 012345678",
		"ANTT 12345678",
		"lacre ABC1234",
		"NFE1234",
		"NF 1234 CTE 5678",
		"placa não informada",
		"placa ilegível (3 letras)",
		"trem MRS 0423, vagão HFE-012345-6",
		"barcaça TUP-07",
		"Kg 36000",
		"sem placa, moto CG 160",
		"motorista João, CNH 12345678901",
		"transportadora XYZ Ltda, ANTT 11222333",
	}},
	{"identificacaoTransporte", transport, []string{
		"MV Cerrado Star, viagem 025N",
		"BL MEDU1234567",
		"booking EBKG01234567",
		"booking MSCU 1234",
		"vagão HFE 012345-6",
		"AWB 957-12345675",
		"MIC/DTA BR123456789",
		"CRT BR1234500012",
		"lacre MSC1234567",
		"voo a confirmar",
		"ETA 20/03/2025 06:00",
		"berço 39, porão 4, 35.800 t",
		"granel, porão 3 e 5",
		"IMO a confirmar",
		"IMO classe 9",
		"conforme IMO 2020",
		"ITAU 1234567",
		"2 x 40' HC, 25.000 kg cada",
		"NAVIO STAR 2025 VIAGEM 12",
		"seção 1234, linha BRS-1234",
	}},
	{"destino", goingTo, []string{
		"Armazém Sorriso",
		"PORTO DE SANTOS, BRASIL",
		"Marítimo, porto de Roterdã",
		"MT",
		"SP",
		"Países Baixos",
		"PAÍS DE DESTINO ALEMANHA",
		"CARGA PARA CHINA",
		"Sorriso/MT",
		"Unidade 2, silo 4",
		"EM TRÂNSITO NO ES",
		"União Europeia",
		"Alemanha (Hamburgo)",
		"BR-163, km 742",
		"TERMINAL XXXIX",
	}},
	{"declaracaoExportacao", customs, []string{
		"a registrar",
		"DU-E em 10/02/2025",
		"DU-E averbada 20/03/2025",
		"RE 17/1234567-001",
		"DDE 2170123456/7",
		"BR 163 km 742",
		"3BR",
		"RUC automática",
		"despachante 8A.12.345",
		"fatura comercial INV-2025-001, US$ 15.036,00",
		"DI 25/0123456-7",
		"CE mercante 152505012345678",
		"RFB 0817800",
	}},
	{"licencasExportacao", licence, []string{
		"Não se aplica",
		"LPCO dispensado",
		"licença 123/2025",
		"E 25",
		"RE 17/1234567-001",
		"registro de venda 1234567890",
		"Excel E12345678901",
	}},
}

func TestOrdinaryTextsHoldNothing(t *testing.T) {
	count := 0
	for _, f := range ordinary {
		for _, text := range f.texts {
			count++
			if got := Scan(text, f.want, thisYear); len(got) > 0 {
				t.Errorf("%s %q: found %q", f.field, text, told(got))
			}
		}
	}
	if count < 180 {
		t.Errorf("%d texts", count)
	}
}

// None of them contains a broken identifier of any type either, except those that a label
// announces.
func TestOrdinaryTextsBreakNothing(t *testing.T) {
	for _, f := range ordinary {
		for _, text := range f.texts {
			for _, id := range Scan(text, All, thisYear) {
				if !id.Valid {
					t.Errorf("%s %q: found %q", f.field, text, told([]ID{id}))
				}
			}
		}
	}
}
