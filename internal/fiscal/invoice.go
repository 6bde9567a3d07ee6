package fiscal

// readInvoice reads an infNFe.
func readInvoice(d *Document, n node) {
	d.Key = keyOf(d.ID)
	ide := n.child("ide")
	d.Header = Header{
		UF: ide.text("cUF"), Random: ide.text("cNF"), Nature: ide.text("natOp"), Model: ide.text("mod"), Series: ide.text("serie"), Number: ide.text("nNF"),
		Issued: ide.either("dhEmi", "dEmi"), Left: ide.either("dhSaiEnt", "dSaiEnt"),
		Direction: ide.text("tpNF"), Reach: ide.text("idDest"), Purpose: ide.text("finNFe"),
		Emission: ide.text("tpEmis"), CheckDigit: ide.text("cDV"), Environment: ide.text("tpAmb"),
	}
	for _, ref := range ide.all("NFref") {
		for _, name := range []string{"refNFe", "refNFeSig", "refCTe"} {
			d.References = append(d.References, ref.texts(name)...)
		}
	}
	d.Issuer = readParty(n.child("emit"), "enderEmit")
	d.Recipient = readParty(n.child("dest"), "enderDest")
	d.Pickup, d.Delivery = readParty(n.child("retirada"), ""), readParty(n.child("entrega"), "")
	for _, det := range n.all("det") {
		d.Items = append(d.Items, readItem(det))
	}
	readTransport(&d.Transport, n.child("transp"))
	export := n.child("exporta")
	d.Export = Export{
		UF:       export.either("UFSaidaPais", "UFEmbarq"),
		Place:    export.either("xLocExporta", "xLocEmbarq"),
		Dispatch: export.text("xLocDespacho"),
	}
	readCane(&d.Cane, n.child("cana"))
	farm := n.child("agropecuario")
	for _, each := range farm.all("defensivo") {
		d.Prescriptions = append(d.Prescriptions, Prescription{each.text("nReceituario"), each.text("CPFRespTec")})
	}
	permit := farm.child("guiaTransito")
	d.Permit = Permit{permit.text("tpGuia"), permit.text("UFGuia"), permit.text("serieGuia"), permit.text("nGuia")}
	for _, name := range []string{"infAdFisco", "infCpl"} {
		d.Notes = append(d.Notes, n.child("infAdic").texts(name)...)
	}
}

func readItem(det node) Item {
	prod := det.child("prod")
	item := Item{
		Number: det.attr("nItem"), Code: prod.text("cProd"), GTIN: prod.text("cEAN"), TaxGTIN: prod.text("cEANTrib"),
		Description: prod.text("xProd"), NCM: prod.text("NCM"), CFOP: prod.text("CFOP"),
		Unit: prod.text("uCom"), Quantity: Amount(prod.text("qCom")),
		TaxUnit: prod.text("uTrib"), TaxQuantity: Amount(prod.text("qTrib")),
		Notes: det.text("infAdProd"),
	}
	for _, each := range prod.all("rastro") {
		item.Lots = append(item.Lots, Lot{
			Code: each.text("nLote"), Quantity: Amount(each.text("qLote")),
			Made: each.text("dFab"), Expires: each.text("dVal"), Aggregation: each.text("cAgreg"),
		})
	}
	for _, each := range prod.all("detExport") {
		indirect := each.child("exportInd")
		item.Exports = append(item.Exports, ItemExport{
			Drawback: each.text("nDraw"), Registration: indirect.text("nRE"),
			Key: indirect.text("chNFe"), Quantity: Amount(indirect.text("qExport")),
		})
	}
	return item
}

func readTransport(t *Transport, n node) {
	t.Freight = n.text("modFrete")
	t.Carrier = readParty(n.child("transporta"), "")
	for _, name := range []string{"veicTransp", "reboque"} {
		for _, each := range n.all(name) {
			t.Plates = append(t.Plates, each.texts("placa")...)
		}
	}
	for _, each := range n.all("vol") {
		v := Volume{
			Quantity: Amount(each.text("qVol")), Species: each.text("esp"), Mark: each.text("marca"),
			Net: Amount(each.text("pesoL")), Gross: Amount(each.text("pesoB")),
		}
		for _, seal := range each.all("lacres") {
			v.Seals = append(v.Seals, seal.texts("nLacre")...)
		}
		t.Volumes = append(t.Volumes, v)
	}
}

func readCane(c *Cane, n node) {
	c.Harvest, c.Month = n.text("safra"), n.text("ref")
	for _, each := range n.all("forDia") {
		c.Days = append(c.Days, CaneDay{each.attr("dia"), Amount(each.text("qtde"))})
	}
}
