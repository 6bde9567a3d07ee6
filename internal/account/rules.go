package account

import (
	"strconv"

	"rastro/internal/account/password"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/right"
)

// Unregistered says that no organisation has a name.
var Unregistered = ruleUnregistered.Message

// The rights that managing people needs.
const (
	invite = right.Invite
	erase  = right.Erase
)

var minLength = strconv.Itoa(password.MinLength)

// Rules for statements about a person.
var (
	ruleLogin = &finding.Rule{ID: "LOGIN_INVALIDO", Severity: finding.Error, Message: lang.Text{
		PT: "Escreva um e-mail (maria@cooperativa.com.br) ou um telefone com DDD (66 99999-1234).", EN: "Write an e-mail address (maria@cooperativa.com.br) or a phone number with its area code (66 99999-1234).", ES: "Escriba un correo (maria@cooperativa.com.br) o un teléfono con código de área (66 99999-1234)."}}
	ruleNameTaken = &finding.Rule{ID: "NOME_REPETIDO", Severity: finding.Error, Message: lang.Text{
		PT: "Outra pessoa da organização já tem este nome. Acrescente um sobrenome ou apelido.", EN: "Somebody else in the organisation has this name. Add a surname or a nickname.", ES: "Otra persona de la organización ya tiene este nombre. Agregue un apellido o un apodo."}}
	ruleRole = &finding.Rule{ID: "PAPEL_DESCONHECIDO", Severity: finding.Error, Message: lang.Text{
		PT: "Escolha um dos papéis da lista.", EN: "Choose one of the roles on the list.", ES: "Elija uno de los roles de la lista."}}
	ruleBuiltIn = &finding.Rule{ID: "PAPEL_PRONTO", Severity: finding.Error, Message: lang.Text{
		PT: "Já existe um papel padrão com este nome. Escolha outro nome.", EN: "A built-in role has this name, and the two would be confused. Choose another.", ES: "Ya existe un rol predefinido con este nombre. Elija otro nombre."}}
	ruleValidates = &finding.Rule{ID: "VALIDAR_SEM_ESCRITA", Severity: finding.Error, Message: lang.Text{
		PT: "Para validar safras, o papel também precisa registrar e corrigir, com a fase 10 marcada ou nenhuma.", EN: "To validate harvests, the role must also record and correct, with phase 10 ticked or none.", ES: "Para validar cosechas, el rol también debe registrar y corregir, con la fase 10 marcada o ninguna."}}
	ruleRoleInUse = &finding.Rule{ID: "PAPEL_EM_USO", Severity: finding.Error, Message: lang.Text{
		PT: "Alguém ainda tem este papel. Dê outro papel a essas pessoas antes de removê-lo.", EN: "Somebody still has this role. Give these people another role before you remove it.", ES: "Alguien todavía tiene este rol. Dé otro rol a esas personas antes de quitarlo."}}
	ruleUnregistered = &finding.Rule{ID: "ORGANIZACAO_DESCONHECIDA", Severity: finding.Error, Message: lang.Text{
		PT: "Não há organização cadastrada com este nome. Confira como ele está escrito ou cadastre-a antes.", EN: "No organisation with this name is registered. Check its spelling, or register it first.", ES: "No hay ninguna organización registrada con este nombre. Revise cómo está escrito o regístrela antes."}}
	ruleShort = &finding.Rule{ID: "SENHA_CURTA", Severity: finding.Error, Message: lang.Text{
		PT: "A senha precisa de pelo menos " + minLength + " caracteres. Uma frase curta é fácil de lembrar.", EN: "The password needs at least " + minLength + " characters. A short sentence is easy to remember.", ES: "La contraseña necesita al menos " + minLength + " caracteres. Una frase corta es fácil de recordar."}}
	ruleLong = &finding.Rule{ID: "SENHA_LONGA", Severity: finding.Error, Message: lang.Text{
		PT: "A senha é longa demais.", EN: "The password is too long.", ES: "La contraseña es demasiado larga."}}
	ruleCommon = &finding.Rule{ID: "SENHA_COMUM", Severity: finding.Error, Message: lang.Text{
		PT: "Esta senha está entre as primeiras que alguém tentaria. Escolha outra.", EN: "This password is among the first that anyone would try. Choose another.", ES: "Esta contraseña está entre las primeras que alguien probaría. Elija otra."}}
)

// weaknesses are the rules for weak passwords.
var weaknesses = map[password.Weakness]*finding.Rule{password.TooShort: ruleShort, password.TooLong: ruleLong, password.Common: ruleCommon}
