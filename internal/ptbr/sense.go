package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// sense is what a word or phrase can mean next to a number. A word may have several meanings,
// depending on its position: "min" after a number means minutes, before it the minimum.
type sense struct {
	unit  *Unit
	label *labelled
	role  role
	value float64 // of a number in words
}

// role is a set of roles that a word can have next to a number.
type role uint64

const (
	filler     role = 1 << iota // no meaning for the number
	of                          // 120 sacas de 59 kg
	with                        // 2 caminhões com 30 t
	to                          // 12 a 13
	and                         // entre 12 e 13
	times                       // 2 x 18 t
	perOne                      // 2 L por ha
	each                        // 30 t cada
	thousands                   // 30 mil
	millions                    // 2 milhões
	pack                        // 50 sacos: a count of things with no fixed mass
	atMost                      // até 14
	atLeast                     // acima de 14
	about                       // cerca de 14
	between                     // entre 12 e 13
	limit                       // limite 14
	active                      // 250 g i.a./ha
	names                       // silo 3: a name follows
	perHa                       // 2 L ha⁻¹
	half                        // 36 toneladas e meia
	below                       // 2 °C negativos
	spelled                     // duas carretas
	sack                        // 600 sacos: of 60 kg, unless stated otherwise
	bagged                      // 600 sacos de soja: the usual content of such sacks
	beforehand                  // 16 % antes da secagem
	afterwards                  // 13 % depois
	either                      // 12 ou 13
	into                        // de 18 % para 13 %
	empty                       // 30 sacas vazias
	notCounted                  // 36 t devolvidas: the mass is not simply there
	minus                       // 36 t menos 500 kg
	differs                     // 2 t a menos: not what is there
	adds                        // mais 2 t: in addition to something not stated
	holds                       // silo de 5.000 t: what fits in, or is agreed
)

var roles = []struct {
	role      role
	spellings string
}{
	{of, "de|do|da|dos|das|contendo|of"},
	{with, "com|c|contem"},
	{to, "a|ate|ao|aos"},
	{and, "e"},
	{times, "x|vezes"},
	{perOne, "por|p|para cada|a cada"},
	{each, "cada|cada um|cada uma|a unidade|por unidade"},
	{thousands, "mil"},
	{millions, "milhao|milhoes"},
	{pack, "saco|sacos|bag|bags|big bag|big bags|bigbag|bigbags|fardo|fardos|caixa|caixas|cx|carga|cargas|caminhao|caminhoes|" +
		"carreta|carretas|bitrem|bitrens|rodotrem|rodotrens|truck|trucks|toco|viagem|viagens|container|containers|conteiner|conteineres|" +
		"vagao|vagoes|galao|galoes|frasco|frascos|tambor|tambores|balde|baldes|bombona|bombonas|lata|latas|balaio|balaios|embalagem|" +
		"embalagens|unidade|unidades|un|und|volumes|pallet|pallets|palete|paletes|ibc|bombas|bomba|tanque|tanques"},
	{atMost, "ate|max|maximo|maxima|no maximo|menos de|menor que|menor do que|abaixo de|abaixo|inferior a|nao superior a|ate no maximo"},
	{atLeast, "min|minimo|minima|no minimo|mais de|maior que|maior do que|acima de|acima|superior a|pelo menos|a partir de"},
	{about, "aprox|aproximado|aproximada|aproximadamente|cerca de|cerca|em torno de|por volta de|mais ou menos|uns|umas|quase|estimado|estimada|estimativa|estimativa de"},
	{between, "entre"},
	{limit, "limite|limites|limite de|tolerancia|tolerancia de|permitido|meta|padrao|base|alvo"},
	{active, "i a|ia|e a|ea|p c|pc|de i a|do i a|de ia|do ia|de p c|do p c|de pc|do pc"},
	{perHa, "ha-1"},
	{half, "e meia|e meio"},
	{below, "negativo|negativos|abaixo de zero"},
	{sack, "saco|sacos"},
	{bagged, "soja|cafe|milho|trigo|sorgo|feijao|grao|graos|bica corrida|beneficiado|beneficiados|arabica|conilon"},
	{beforehand, "antes|entrada|inicial|entrou|entrou com|chegou|chegou com|antes da secagem|antes de secar|antes do secador|antes da limpeza"},
	{afterwards, "depois|apos|saida|final|saiu|saiu com|depois da secagem|apos a secagem|apos secagem|pos secagem|depois de seco|depois de seca|depois de secar|" +
		"apos secar|depois do secador|depois da limpeza|apos a limpeza|apos limpeza"},
	{either, "ou|virgula|ponto"},
	{into, "para|pra"},
	{empty, "vazio|vazia|vazios|vazias"},
	{minus, "menos"},
	{differs, "a menos|a mais"},
	{adds, "mais"},
	{holds, "silo|silos|armazem|armazens|tulha|tulhas|moega|moegas|box|galpao|galpoes|contrato|contratos|pedido|pedidos"},
	{notCounted, "devolvido|devolvida|devolvidos|devolvidas|devolver|devolveu|devolvemos|devolveram|devolucao|devolucoes|recusado|recusada|recusados|recusadas|" +
		"recusou|recusamos|recusaram|recusa|rejeitado|rejeitada|rejeitados|rejeitadas|rejeitou|rejeicao|cancelado|cancelada|cancelados|canceladas|cancelamento|" +
		"estornado|estornada|estornados|estornadas|estorno|retornado|retornada|retornados|retornadas|retornou|retornaram|retorno|voltou|voltaram|" +
		"extraviado|extraviada|extraviados|extraviadas|extravio|roubado|roubada|roubados|roubadas|roubo|furtado|furtada|furtados|furtadas|furto|" +
		"descartado|descartada|descartados|descartadas|descarte|perdido|perdida|perdidos|perdidas|perdemos|perdeu|perderam|condenado|condenada|condenados|condenadas|" +
		"falta|faltas|faltou|faltam|faltando|faltaram|faltante|faltantes|excedente|excedentes|sobra|sobras|sobrou|sobraram|sobrando|" +
		"resta|restam|restou|restaram|restando|restante|restantes|saldo|pendente|pendentes|previsto|prevista|previstos|previstas|previsao|contratado|contratada|" +
		"contratados|contratadas|programado|programada|programados|programadas|a receber|a entregar|a colher|a carregar|a embarcar|a conferir|capacidade|" +
		"acrescimo|acrescimos|ajuste|ajustes|retirado|retirada|retirados|retiradas|retirou|retiraram|saida de|saidas de|emprestado|emprestada|emprestados|emprestadas|emprestimo|em transito|na ida|na volta|ida e volta|negativo|negativa|negativos|negativas|" +
		"estimados|estimadas|nao pesado|nao pesada|nao pesados|nao pesadas|nao conferido|nao conferida|nao conferidos|nao conferidas|sem pesar"},
	{notCounted, "nao recebemos|nao recebido|nao recebida|nao recebidos|nao recebidas|nao recebeu|nao entregue|nao entregues|nao entregou|nao entregaram|" +
		"nao chegou|nao chegaram|nao foi entregue|nao foram entregues|nao foi recebido|nao foi recebida|nao foram recebidos|nao foram recebidas|" +
		"nao foi colhido|nao foi colhida|nao foram colhidos|nao foram colhidas|nao colhido|nao colhida|nao colhidos|nao colhidas|" +
		"nao descarregado|nao descarregada|nao descarregados|nao descarregadas|nao descarregou|nao carregado|nao carregada|nao carregados|nao carregadas|nenhuma das|nenhum dos"},
	{notCounted, "metade|terco|tercos|terca parte|quarto|quartos|quarta parte|quinto|quintos|quinta parte|decimo|decimos|parte das|parte dos|parte da|parte do|parte de|" +
		"uma parte|dobro|dobrado|dobrada|dobrados|dobradas|triplo|triplicado|triplicada"},
	{names, "nf|nfe|nota|nota fiscal|danfe|serie|ticket|tickets|tiket|tiquete|romaneio|placa|lote|lotes|talhao|talhoes|talh|silo|silos|armazem|" +
		"armazens|doca|pedido|laudo|contrato|ordem|registro|reg|cpf|cnpj|car|imo|ico|brs|cultivar|variedade|linha|pilha|box|moega|" +
		"tulha|balanca|peneira|peneiras|conta|protocolo|comprovante|receita|receituario|certificado|n|num|numero|nr|br|km|fazenda|sitio|" +
		"gleba|quadra|setor|porao|berco|navio|voo|viagem n|codigo|cod|id|npk|formula|formulado|adubo|safra|cert|ph|iac|item|etapa|fase|secador"},
	{filler, "o|os|as|um|uma|e|em|na|no|nas|nos|ao|foi|era|sao|ser|para|pra|sem|valor|teor|indice|resultado|medida|medido|medio|media|" +
		"final|inicial|entrada|saida|apurado|apurada|aferido|aferida|peso|quantidade|qtd|qtde|quant|volume|vol|dose|dosagem|area|temperatura|" +
		"temp|nota|b u|bu|base umida|b s|base seca|v v|m m|p v|p p|ok|soja|cafe|milho|graos|grao|produto|agua|recebido|recebida|" +
		"recebidos|recebidas|entregue|entregues|carregado|carregada|colhido|colhida|colhidos|colhidas|seco|seca|limpo|limpa|umido|umida|" +
		"bebida|periodo|intervalo|tempo|prazo|durante|que|se|ja|so|apenas|aplicado|aplicada|aplicar|aplicou|obs|pesou|pesando|deu"},
}

// senses is the lexicon of everything that can occur next to a number.
var senses = func() letters.Lexicon[*sense] {
	all := map[string]*sense{}
	at := func(spelling string) *sense {
		if all[spelling] == nil {
			all[spelling] = &sense{}
		}
		return all[spelling]
	}
	for i := range units {
		letters.EachSpelling(units[i].spellings, func(s string) { at(s).unit = &units[i] })
	}
	for i := range labels {
		letters.EachSpelling(labels[i].spellings, func(s string) { at(s).label = &labels[i] })
	}
	for _, row := range roles {
		letters.EachSpelling(row.spellings, func(s string) { at(s).role |= row.role })
	}
	for _, row := range numerals {
		letters.EachSpelling(row.spellings, func(s string) { at(s).role, at(s).value = at(s).role|spelled, row.value })
	}
	return letters.NewLexicon(all)
}()

// The senses of what is not a word: %, @ and nº, which would fold to "no".
var (
	perCent = &sense{unit: percent}
	arrobas = &sense{unit: arroba}
	ordinal = &sense{role: names}
)

// isOnlySeparator reports whether a word only separates numbers, or is a number that counts nothing: it
// does not say what any number is.
func (s *sense) isOnlySeparator() bool {
	return s.unit == nil && s.label == nil && s.role&^(beforehand|afterwards|either|spelled|empty|notCounted|minus|differs|adds|holds) == 0
}

func (s *sense) is(r role) bool { return s != nil && s.role&r != 0 }
