package kind

import "testing"

func TestNamed(t *testing.T) {
	for _, k := range All {
		if Named(k.Prefix) != k {
			t.Errorf("Named(%q) is %v", k.Prefix, Named(k.Prefix))
		}
	}
	for name, prefix := range map[string]string{
		"recebimento": "/armazenamento/recebimento", "armazenamento/recebimento": "/armazenamento/recebimento", "validacao": "/validacao",
		"armazenamento": "/armazenamento/armazenamento", "processamento/controleQualidade": "/processamento/controleQualidade",
		"controleQualidade": "", "": "", "/": "", "pesca": "", "Recebimento": "", "apikey": "",
	} {
		if got := Named(name); got != ByPrefix(prefix) {
			t.Errorf("Named(%q) is %v, want %q", name, got, prefix)
		}
	}
}
