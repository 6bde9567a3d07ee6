package trace

import "rastro/internal/lang"

// cropNames are the crops as people call them.
var cropNames = map[Crop]lang.Text{
	Soy:                {PT: "Soja", EN: "Soybeans", ES: "Soja"},
	Coffee:             {PT: "Café", EN: "Coffee", ES: "Café"},
	"MILHO":            {PT: "Milho", EN: "Maize", ES: "Maíz"},
	"ALGODAO":          {PT: "Algodão", EN: "Cotton", ES: "Algodón"},
	"CANA_DE_ACUCAR":   {PT: "Cana-de-açúcar", EN: "Sugar cane", ES: "Caña de azúcar"},
	"TRIGO":            {PT: "Trigo", EN: "Wheat", ES: "Trigo"},
	"ARROZ":            {PT: "Arroz", EN: "Rice", ES: "Arroz"},
	"FEIJAO":           {PT: "Feijão", EN: "Beans", ES: "Frijol"},
	"SORGO":            {PT: "Sorgo", EN: "Sorghum", ES: "Sorgo"},
	"AMENDOIM":         {PT: "Amendoim", EN: "Groundnuts", ES: "Maní"},
	"GIRASSOL":         {PT: "Girassol", EN: "Sunflower", ES: "Girasol"},
	"GERGELIM":         {PT: "Gergelim", EN: "Sesame", ES: "Sésamo"},
	"CANOLA":           {PT: "Canola", EN: "Canola", ES: "Canola"},
	"AVEIA":            {PT: "Aveia", EN: "Oats", ES: "Avena"},
	"CEVADA":           {PT: "Cevada", EN: "Barley", ES: "Cebada"},
	"CENTEIO":          {PT: "Centeio", EN: "Rye", ES: "Centeno"},
	"TRITICALE":        {PT: "Triticale", EN: "Triticale", ES: "Triticale"},
	"MAMONA":           {PT: "Mamona", EN: "Castor beans", ES: "Ricino"},
	"MANDIOCA":         {PT: "Mandioca", EN: "Cassava", ES: "Mandioca"},
	"BATATA":           {PT: "Batata", EN: "Potatoes", ES: "Papa"},
	"CACAU":            {PT: "Cacau", EN: "Cocoa", ES: "Cacao"},
	"LARANJA":          {PT: "Laranja", EN: "Oranges", ES: "Naranja"},
	"UVA":              {PT: "Uva", EN: "Grapes", ES: "Uva"},
	"BANANA":           {PT: "Banana", EN: "Bananas", ES: "Banana"},
	"MACA":             {PT: "Maçã", EN: "Apples", ES: "Manzana"},
	"FUMO":             {PT: "Fumo", EN: "Tobacco", ES: "Tabaco"},
	"ERVA_MATE":        {PT: "Erva-mate", EN: "Yerba mate", ES: "Yerba mate"},
	"DENDE":            {PT: "Dendê", EN: "Oil palm", ES: "Palma aceitera"},
	"SERINGUEIRA":      {PT: "Borracha natural", EN: "Natural rubber", ES: "Caucho natural"},
	"PIMENTA_DO_REINO": {PT: "Pimenta-do-reino", EN: "Black pepper", ES: "Pimienta negra"},
	"CASTANHA_DE_CAJU": {PT: "Castanha de caju", EN: "Cashew nuts", ES: "Castaña de cajú"},
	Other:              {PT: "Outra cultura", EN: "Another crop", ES: "Otro cultivo"},
}

// Name is what people call a crop; no text for one that is not known.
func (c Crop) Name() lang.Text { return cropNames[c] }
