package main

import (
	"fmt"
	"rastro/internal/kind"
	"strconv"
	"strings"
)

// The record that is written and read: the documents of a load of grain, as they come from a scale
// house. Texts vary as they do between farms, numbers from record to record, and every body has the
// same length, so that the answers do too.
const (
	recordPrefix = kind.Cargo
	season       = "2024/25"

	// bodyBytes is the length of a create's body.
	bodyBytes = 488
	// sealDigits is the part of a body that makes it different from every other
	// one: the number of a seal on a lorry.
	sealDigits = 9
	sealMark   = "Lacre "
)

// farm is where a load comes from; place is the code of its municipality, which begins with that of
// its state.
type farm struct{ name, city, uf, place string }

var farms = []farm{
	{"Fazenda Boa Esperança", "Sorriso", "MT", "5107925"},
	{"Fazenda Três Irmãos", "Sinop", "MT", "5107909"},
	{"Sítio Santa Clara", "Três Pontas", "MG", "3169406"},
	{"Fazenda Rio Claro", "Rio Verde", "GO", "5218805"},
	{"Agropecuária Ipê", "Barreiras", "BA", "2903201"},
	{"Estância Nova", "Cascavel", "PR", "4104808"},
	{"Fazenda Santa Rita", "Dourados", "MS", "5003702"},
	{"Cooperativa Vale Verde", "Patrocínio", "MG", "3148103"},
}

var lorries = []string{
	"carreta varrida e lavada antes do carregamento",
	"caminhão exclusivo, sem outra carga",
	"graneleiro limpo a ar e inspecionado",
	"lona nova e caçamba sem resíduos",
	"carga única, limpeza conferida na balança",
}

var schemes = []string{"RTRS 2024-%04d", "ISCC 2025-%04d", "Rainforest Alliance 2025-%04d", "Bonsucro 2024-%04d"}

// harvestLots is how many lots a harvest gives: each load is from one of them, because a lot comes
// from one field and is moved within a few weeks.
const harvestLots = 3

// body returns the create's body for a record of a harvest.
func body(record, harvest int) string {
	mixed := scatter(uint64(record))
	pick := func(n int) int {
		v := int(mixed % uint64(n))
		mixed = scatter(mixed)
		return v
	}
	f := farms[scatter(uint64(harvest))%uint64(len(farms))]
	head := fmt.Sprintf(`{"safraId":"%s","safraCodigo":"%s","dados":{"notaFiscal":"%s","declaracaoSegregacao":"%s%0*d`,
		harvestID(harvest), season, invoice(f.place[:2], record, pick), sealMark, sealDigits, record%1_000_000_000)
	tail := fmt.Sprintf(`; lote %s25-S-%06d, %s","certificadoOrigemLote":"Declaração de origem %d/2025, %s, %s/%s; CAR %s-%s-%016X%016X","certificadoFitossanitario":"Não se aplica","certificadoCertificacao":"%s"}}`,
		f.uf, harvest*harvestLots+record/seasonHarvests%harvestLots, lorries[pick(len(lorries))], 1+pick(9_999), f.name, f.city, f.uf, f.uf, f.place, scatter(mixed), scatter(mixed+1),
		fmt.Sprintf(schemes[pick(len(schemes))], pick(10_000)))
	return head + more(bodyBytes-len(head)-len(tail), mixed) + tail
}

// sealAt returns where in a body its seal number is: at the same place in every body.
func sealAt(body string) int { return strings.Index(body, sealMark) + len(sealMark) }

// more brings a text to its length with further seals: a lorry has several.
func more(length int, mixed uint64) string {
	var b strings.Builder
	for b.Len() < length {
		mixed = scatter(mixed)
		fmt.Fprintf(&b, " %0*d", sealDigits, mixed%1_000_000_000)
	}
	return b.String()[:max(0, length)]
}

// invoice returns the access key of an electronic invoice (NF-e): 44 digits. The last is a check
// digit over the others, and two within are the check digits of the issuer's number.
func invoice(uf string, record int, pick func(int) int) string {
	issuer := fmt.Sprintf("11222333%04d", 1+pick(9_999))
	issuer += checkDigit(issuer)
	issuer += checkDigit(issuer)
	key := fmt.Sprintf("%s2502%s55001%09d1%08d", uf, issuer, record%1_000_000_000, pick(100_000_000))
	return key + checkDigit(key)
}

// checkDigit returns the digit modulo 11 that Brazilian documents end in.
func checkDigit(digits string) string {
	sum, weight := 0, 2
	for i := len(digits) - 1; i >= 0; i-- {
		sum += int(digits[i]-'0') * weight
		if weight++; weight > 9 {
			weight = 2
		}
	}
	digit := 11 - sum%11
	if digit > 9 {
		digit = 0
	}
	return strconv.Itoa(digit)
}

// payload cuts dados out of a body.
func payload(body string) string {
	const name = `"dados":`
	return body[strings.Index(body, name)+len(name) : len(body)-1]
}

// scatter mixes a number (the finalizer of SplitMix64), so that neighbours differ in every digit;
// the same number always gives the same result.
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
