package brdoc

import "testing"

func TestMask(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"529.982.247-25", "***.982.247-**"},
		{"pago a Ana, CPF 52998224725.", "pago a Ana, CPF ***.982.247-**."},
		{"CPF52998224725x", "CPF***.982.247-**x"},
		{"52998224725@banco.example e 111 444 777 35", "***.982.247-**@banco.example e ***.444.777-**"},
		{"1.529.982.247–25", "1.***.982.247-**"},
		{"529982247/25", "***.982.247-**"},
		{"fone 52998224725", "fone ***.982.247-**"},
		{"529.982.247-26", "529.982.247-26"},
		{"111.111.111-11", "111.111.111-11"},
		{"152998224725", "152998224725"},
		{"CNPJ 11.222.333/0001-81", "CNPJ 11.222.333/0001-81"},
		{keyMT, keyMT},
		{"NF 31250600052998224725559200000000171987654320", "NF 312506**********************************4320"},
		{"RUC 5BR529982247252CAFE01", "RUC 5BR***.982.247-**2CAFE01"},
		{"RUC 5BR112223332MT25S001", "RUC 5BR112223332MT25S001"},
		{"ID2529982247250002025021008300000001", "************************************"},
		{"ID1112223330000002025021008300000001", "ID1112223330000002025021008300000001"},
		{"", ""},
		{"ação nº 5", "ação nº 5"},
	} {
		got := Mask(tc.in)
		if got != tc.want {
			t.Errorf("Mask(%q) = %q, want %q", tc.in, got, tc.want)
		}
		if again := Mask(got); again != got {
			t.Errorf("Mask(%q) = %q", got, again)
		}
	}
}

func TestMasked(t *testing.T) {
	for _, tc := range []struct {
		t           Type
		value, want string
	}{
		{CPF, "52998224725", "***.982.247-**"},
		{CPF, "5299822472", "**********"},
		{NFe, keyMT, "512502**********************************6780"},
		{NFe, keyMT[:43], "512502*********************************5678"},
		{Plate, "ABC1234", "ABC****"},
		{Plate, "AB", "**"},
		{RUC, "5BR529982247252CAFE01", "5BR***.982.247-**2CAFE01"},
		{RUC, "5BR112223332MT25S001", "5BR112223332MT25S001"},
		{DDSVerification, "A1B2C3D4", "********"},
		{ESocialReceipt, "1.2.0000000012345678901", "***********************"},
		{CNPJ, "11222333000181", "11222333000181"},
		{CAR, carMT, carMT},
	} {
		if got := (ID{Type: tc.t, Value: tc.value}).Masked(); got != tc.want {
			t.Errorf("%s %q masked is %q, want %q", tc.t, tc.value, got, tc.want)
		}
	}
}
