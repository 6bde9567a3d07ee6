package fiscal

// readWaybill reads an infCte.
func readWaybill(d *Document, n node) {
	d.Key = keyOf(d.ID)
	ide := n.child("ide")
	d.Header = Header{
		UF: ide.text("cUF"), Random: ide.text("cCT"), Nature: ide.text("natOp"), Model: ide.text("mod"), Series: ide.text("serie"), Number: ide.text("nCT"),
		Issued: ide.text("dhEmi"), Emission: ide.text("tpEmis"), CheckDigit: ide.text("cDV"), Environment: ide.text("tpAmb"), CFOP: ide.text("CFOP"),
	}
	d.Cargo.Origin = Place{ide.text("cMunIni"), ide.text("xMunIni"), ide.text("UFIni")}
	d.Cargo.Destination = Place{ide.text("cMunFim"), ide.text("xMunFim"), ide.text("UFFim")}
	d.Issuer = readParty(n.child("emit"), "enderEmit")
	d.Recipient = readParty(n.child("dest"), "enderDest")
	d.Notes = n.child("compl").texts("xObs")
	load := n.child("infCTeNorm")
	if load.Element == nil {
		load = n // the simplified waybill lacks this level
	}
	readLoad(&d.Cargo, load)
	for _, det := range n.all("det") { // the simplified waybill lists invoices by delivery
		for _, each := range det.all("infNFe") {
			d.Cargo.Keys = append(d.Cargo.Keys, each.either("chNFe", "chave"))
		}
	}
	ship := load.path("infModal", "aquav")
	d.Cargo.Ship, d.Cargo.IMO = ship.text("xNavio"), ship.text("irin")
	for _, vehicle := range load.path("infModal", "rodo").all("veic") {
		d.Transport.Plates = append(d.Transport.Plates, vehicle.texts("placa")...)
	}
	d.Transport.Plates = append(d.Transport.Plates, load.path("infModal", "rodoOS", "veic").texts("placa")...)
}

func readLoad(c *Cargo, n node) {
	cargo := n.child("infCarga")
	c.Product, c.Value = cargo.text("proPred"), cargo.text("vCarga")
	for _, each := range cargo.all("infQ") {
		c.Measures = append(c.Measures, Measure{each.text("cUnid"), each.text("tpMed"), Amount(each.text("qCarga"))})
	}
	for _, each := range n.child("infDoc").all("infNFe") {
		c.Keys = append(c.Keys, each.texts("chave")...)
	}
}

// readManifest reads an infMDFe.
func readManifest(d *Document, n node) {
	d.Key = keyOf(d.ID)
	ide := n.child("ide")
	d.Header = Header{
		UF: ide.text("cUF"), Random: ide.text("cMDF"), Model: ide.text("mod"), Series: ide.text("serie"), Number: ide.text("nMDF"),
		Issued: ide.text("dhEmi"), Emission: ide.text("tpEmis"), CheckDigit: ide.text("cDV"), Environment: ide.text("tpAmb"),
	}
	d.Issuer = readParty(n.child("emit"), "enderEmit")
	c := &d.Cargo
	c.Started = ide.text("dhIniViagem")
	load, unload := ide.child("infMunCarrega"), n.path("infDoc", "infMunDescarga")
	c.Origin = Place{load.text("cMunCarrega"), load.text("xMunCarrega"), ide.text("UFIni")}
	c.Destination = Place{unload.text("cMunDescarga"), unload.text("xMunDescarga"), ide.text("UFFim")}
	for _, each := range ide.all("infPercurso") {
		c.States = append(c.States, each.texts("UFPer")...)
	}
	for _, town := range n.child("infDoc").all("infMunDescarga") {
		for _, kind := range [...][2]string{{"infNFe", "chNFe"}, {"infCTe", "chCTe"}} {
			for _, each := range town.all(kind[0]) {
				c.Keys = append(c.Keys, each.texts(kind[1])...)
			}
		}
	}
	road := n.path("infModal", "rodo")
	for _, name := range []string{"veicTracao", "veicReboque"} {
		for _, each := range road.all(name) {
			d.Transport.Plates = append(d.Transport.Plates, each.texts("placa")...)
		}
	}
	ship := n.path("infModal", "aquav")
	c.Ship, c.IMO = ship.text("xEmbar"), ship.text("irin")
	c.Product = n.path("prodPred").text("xProd")
	total := n.child("tot")
	c.Unit, c.Weight, c.Value = total.text("cUnid"), Amount(total.text("qCarga")), total.text("vCarga")
	for _, name := range []string{"infAdFisco", "infCpl"} {
		d.Notes = append(d.Notes, n.child("infAdic").texts(name)...)
	}
}
