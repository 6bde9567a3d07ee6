package brdoc

import (
	"encoding/binary"
	"strings"
)

// maxLabel is the longest word that is looked up.
const maxLabel = 16

// What a word may be if it is not the label of some types.
const (
	// other announces a number of another sort: a phone, a lot, an account.
	other Set = 1 << 63
	// filler may separate a label from its number.
	filler Set = 1 << 62
	// joint may do so only after a number was found: "IMO 9074729 e 9321483".
	joint Set = 1 << 61
)

// labels are the words that say what number follows, in capitals, without
// accents, and without the hyphens and full stops within (DU-E, C.N.P.J.).
var labels = readLabels([]labelRow{
	{Keys, "NFE NFES NFCE CTE CTES MDFE NF NFPE DANFE DACTE DAMDFE CHAVE CHAVES NOTA NOTAS"},
	{Types(CAR), "CAR SICAR"},
	{Types(SNCR), "INCRA SNCR"},
	{Types(CCIR, SNCR), "CCIR"},
	{Types(NIRF), "NIRF"},
	{Types(CIB), "CIB CAFIR"},
	{Types(IBGE), "IBGE"},
	{Types(CPF), "CPF CPFMF"},
	{Types(CNPJ), "CNPJ CNPJMF CNPJS CGC"},
	{Types(ESocialReceipt, ESocialEvent), "ESOCIAL RECIBO RECIBOS"},
	{Types(DUE), "DUE DUES"},
	{Types(Duimp), "DUIMP"},
	{Types(RUC), "RUC"},
	{Types(LPCO, LPCOModel), "LPCO LPCOS"},
	{Types(DDS), "DDS EUDR"},
	{Types(DDSVerification), "VERIFICACAO VERIFICATION VERIF"},
	{Types(PTV), "PTV"},
	{Types(CFO), "CFO"},
	{Types(CFOC), "CFOC"},
	{Types(Renasem), "RENASEM"},
	{Types(ICO), "ICO OIC"},
	{Types(ART), "ART TRT"},
	{Types(MAPA), "MAPA"},
	{Types(Plate), "PLACA PLACAS PLATE PLATES"},
	{Types(Container), "CONTAINER CONTAINERS CONTEINER CONTEINERES CONTENEDOR CNTR"},
	{Types(IMO), "IMO"},
	{Types(Flight), "VOO VOOS FLIGHT"},
	{Types(NCM), "NCM NCMS"},
	{Types(Locode), "LOCODE UNLOCODE"},
	{Types(Country), "PAIS COUNTRY"},
	{Types(GTIN), "GTIN EAN DUN UPC"},
	{Types(GLN), "GLN"},
	{Types(SSCC), "SSCC"},
	{Types(GRAI), "GRAI"},
	{Types(EORI), "EORI"},
	{other, `TEL TELEFONE FONE CEL CELULAR WHATSAPP WHATS ZAP FAX CEP IE RG CNH PIS PASEP NIT NIS CTPS RENAVAM CHASSI RNTRC ANTT
		CONTA CC AG AGENCIA BANCO BOLETO NSU PROTOCOLO PROCESSO TITULO MATRICULA TICKET ROMANEIO LAUDO RELATORIO PEDIDO CONTRATO
		LOTE LOTES LOT TALHAO SILO AMOSTRA SERIE MODELO CULTIVAR HIBRIDO VARIEDADE LACRE LACRES SEAL BL BOOKING RESERVA AWB
		CRT MIC MICDTA DTA APOLICE DAP CAF RTRS SIF CRMV CREA`},
	{filler, `N NO NR NRO NUM NUMERO NUMERACAO COD CODIGO DE DO DA SOB O A MF ACESSO ELETRONICA FISCAL REGISTRO REG INSCRICAO
		PRODUTOR PRODUTORA EMITENTE EXPORTADOR EXPORTADORA IMPORTADOR COOPERATIVA FAZENDA EMPRESA TITULAR IMOVEL RURAL NAVIO
		DESTINO MARCA REFERENCIA REFERENCE REF NUMBER`},
	{joint, "E AND Y"},
})

type labelRow struct {
	means Set
	words string
}

// labelIndex finds a word. Most words are not in it, and their first letter and length show that
// without a look-up. It is a table of its own, because a map took a third of the time of a scan.
type labelIndex struct {
	lengths ['Z' + 1]uint32
	slots   [labelSlots]labelSlot
}

// labelSlots is a power of two some four times the number of labels.
const labelSlots = 1024

type labelSlot struct {
	word  folded
	means Set
}

// folded is a word in capitals without accents, filled up with zeros.
type folded [maxLabel]byte

func (f *folded) slot() int {
	a, b := binary.LittleEndian.Uint64(f[:8]), binary.LittleEndian.Uint64(f[8:])
	return int((a*0x9e3779b97f4a7c15 ^ b*0xc2b2ae3d27d4eb4f) >> 54 % labelSlots)
}

func readLabels(rows []labelRow) *labelIndex {
	x := &labelIndex{}
	for _, r := range rows {
		for _, w := range strings.Fields(r.words) {
			var f folded
			copy(f[:], w)
			i := f.slot()
			for x.slots[i].means != 0 && x.slots[i].word != f {
				i = (i + 1) % labelSlots
			}
			x.slots[i].word = f
			x.slots[i].means |= r.means
			x.lengths[w[0]] |= 1 << len(w)
		}
	}
	return x
}

// find returns the meaning of the first n letters, 0 for none; the rest are zeros.
func (x *labelIndex) find(f *folded, n int) Set {
	if n == 0 || x.lengths[f[0]]&(1<<n) == 0 {
		return 0
	}
	for i := f.slot(); x.slots[i].means != 0; i = (i + 1) % labelSlots {
		if x.slots[i].word == *f {
			return x.slots[i].means
		}
	}
	return 0
}

// mayBe reports whether a word can be a label, by its first letter and length.
func (x *labelIndex) mayBe(word string) bool {
	return word != "" && len(word) <= maxLabel && x.lengths[word[0]&^('a'-'A')]&(1<<len(word)) != 0
}

// has reports whether capitals are a label.
func (x *labelIndex) has(word string) bool {
	var f folded
	return x.find(&f, copy(f[:], word))&^(filler|joint) != 0
}

// maxJoined is how many pieces a label is joined from: C.N.P.J.
const maxJoined = 4

// readLabel looks up the word at w, joined with what hyphens or full stops attach to it if that
// makes a longer label, and returns where the label ends.
func readLabel(text string, w word) (means Set, end int) {
	end = w.end
	joined := end+1 < len(text) && (text[end] == '-' || text[end] == '.') && is(text[end+1], letter|high)
	if !joined && w.has&high == 0 && !labels.mayBe(text[w.start:end]) {
		return 0, end
	}
	var f folded
	n := f.add(0, text[w.start:end])
	if n < 0 {
		return 0, end
	}
	means = labels.find(&f, n)
	at := end
	for range maxJoined - 1 {
		if at+1 >= len(text) || text[at] != '-' && text[at] != '.' {
			break
		}
		next := readWord(text[:min(len(text), at+1+maxLabel)], at+1)
		if next.has&digit != 0 || next.end == next.start || continues(text, next.end) {
			break
		}
		if n = f.add(n, text[next.start:next.end]); n < 0 {
			break
		}
		at = next.end
		if m := labels.find(&f, n); m != 0 {
			means, end = m, at
		}
	}
	return means, end
}

// continues reports whether a word continues at a place.
func continues(text string, at int) bool {
	return at < len(text) && (is(text[at], alnum) || is(text[at], high) && foreignSize(text[at:]) > 0)
}

// add appends a word to the n letters so far. It returns the new number of letters, or -1 if it is
// too long or has letters that no label has.
func (f *folded) add(n int, word string) int {
	for _, r := range word {
		switch {
		case r < 0x80:
			if is(byte(r), lower) {
				r -= 'a' - 'A'
			}
		case r >= 0x300 && r < 0x370: // an accent written after its letter
			continue
		case r >= 0xc0 && r <= 0xff:
			r = rune(latin[r-0xc0])
		default:
			return -1
		}
		if n == maxLabel {
			return -1
		}
		f[n] = byte(r)
		n++
	}
	return n
}

// latin are the letters from U+00C0 to U+00FF without their accents.
const latin = "AAAAAAACEEEEIIIIDNOOOOO?OUUUUY?SAAAAAAACEEEEIIIIDNOOOOO?OUUUUY?Y"
