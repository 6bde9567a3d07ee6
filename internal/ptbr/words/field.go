package words

// The words of the field: what is grown, what is applied, who is trained.

// InputClasses are the classes of an input.
var InputClasses = newVocabulary(
	spelling{"HERBICIDA", "herbicidas|herbecida|erbicida|herbicide|herbicida pre emergente|herbicida pos emergente"},
	spelling{"INSETICIDA", "inseticidas|inceticida|insecticida|insecticide"},
	spelling{"FUNGICIDA", "fungicidas|funguicida|fungissida|fungicide"},
	spelling{"ACARICIDA", "acaricidas"},
	spelling{"NEMATICIDA", "nematicidas|nematecida"},
	spelling{"DESSECANTE", "dessecantes|desecante|dessecacao|desecacao|dissecante"},
	spelling{"REGULADOR", "reguladores|regulador de crescimento|maturador|bioestimulante|fitorregulador"},
	spelling{"BIOLOGICO", "biologicos|biologica|produto biologico|bioinsumo|bioinsumos|biodefensivo|bioinseticida|biofungicida|bionematicida|controle biologico|" +
		"inseticida biologico|fungicida biologico|nematicida biologico|acaricida biologico"},
	spelling{"ADJUVANTE", "adjuvantes|espalhante|espalhante adesivo|oleo mineral|oleo vegetal"},
	spelling{"FERTILIZANTE", "fertilizantes|fertilisante|adubo|adubos|adubacao|adubo foliar|fertilizante foliar|npk|ureia|fertilizer"},
	spelling{"CORRETIVO", "corretivos|corretivo de solo|corretivo de acidez|calcario|calagem|gesso agricola|gessagem"},
	spelling{"INOCULANTE", "inoculantes|bradyrhizobium|inoculacao"},
	spelling{"SEMENTE", "sementes|semente certificada"},
	spelling{"OUTRO", "outros|outra|outras"},
	spelling{"", "tratamento de sementes|tratamento de semente|trat de sementes|trat sementes|ts"},
)

// BannedActives are active ingredients that may no longer be used.
var BannedActives = newVocabulary(
	spelling{"PARAQUATE", "paraquat|paraquate|paraquat dichloride|gramoxone|gramoxil|dicloreto de paraquate"},
)

// Trainings are the trainings of the rural safety rules.
var Trainings = newVocabulary(
	spelling{"NR-31", "nr31|nr n 31|norma regulamentadora 31"},
	spelling{"NR-31.7", "nr31 7|nr 31 7|nr 31 item 7"},
	spelling{"NR-33", "nr33"},
	spelling{"NR-35", "nr35"},
)

// Crops are the crops by name, as a text mentions them.
var Crops = newVocabulary(
	spelling{"SOJA", "soy|soya|soybean|soybeans|sojas"},
	spelling{"CAFE", "cafes|coffee|cafe arabica|cafe conilon|cafe robusta|cafe canefora|conilon|catuai|mundo novo|bourbon|catucai|arabica"},
	spelling{"MILHO", "milho safrinha|corn|maize"},
	spelling{"ALGODAO", "cotton"},
	spelling{"CANA_DE_ACUCAR", "cana|canavial|sugarcane"},
	spelling{"TRIGO", "wheat"},
	spelling{"ARROZ", "rice"},
	spelling{"FEIJAO", "feijoes"},
	spelling{"SORGO", "sorghum"},
	spelling{"AMENDOIM", ""}, spelling{"GIRASSOL", ""}, spelling{"GERGELIM", ""}, spelling{"CANOLA", ""}, spelling{"AVEIA", ""},
	spelling{"CEVADA", ""}, spelling{"CENTEIO", ""}, spelling{"TRITICALE", ""}, spelling{"MAMONA", ""}, spelling{"MANDIOCA", ""},
	spelling{"BATATA", ""}, spelling{"CACAU", "cocoa"}, spelling{"LARANJA", ""}, spelling{"UVA", ""}, spelling{"BANANA", ""}, spelling{"MACA", "macas"},
	spelling{"FUMO", "tabaco|tobacco"}, spelling{"ERVA_MATE", ""}, spelling{"DENDE", "palma de oleo"},
	spelling{"SERINGUEIRA", "borracha natural"}, spelling{"PIMENTA_DO_REINO", ""}, spelling{"CASTANHA_DE_CAJU", ""},
	spelling{"", "palhada de milho|palhada de soja|palhada de trigo|palhada de aveia|palha de milho|palha de cafe|palha de arroz|" +
		"casca de cafe|casca de arroz|sobre milho|sobre soja|resteva de milho|apos milho|apos soja"},
)

// Farming is how a crop is grown, and whether it is certified: two axes.
var (
	Farming = newVocabulary(
		spelling{"ORGANICO", "organica|organicos|organicas|organic|agroecologico|agroecologica"},
		spelling{"CONVENCIONAL", "convencionais|conventional|nao organico|nao organica"},
	)
	Certified = newVocabulary(
		spelling{"NAO_CERTIFICADO", "nao certificada|nao certificados|nao certificadas|sem certificacao|sem certificado|not certified|s certificacao|nao cert"},
		spelling{"CERTIFICADO", "certificada|certificados|certificadas|certified|cert"},
	)
)
