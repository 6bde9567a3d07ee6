package record

import (
	"rastro/internal/brdoc"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// Limits of transport, in kg.
const (
	mostInVehicle   = 60_000
	mostInContainer = 28_500
	leastShipment   = 100
)

// Words that say that there was more than one vehicle, or that a list is not
// whole.
const (
	severalVehicles = "caminhoes carretas bitrens rodotrens viagens cargas trucks vagoes veiculos frota comboio"
	moreContainers  = "outros outras demais etc anexo anexa"
	anyContainers   = "conteineres containers"
)

// gradeLoad checks that the vehicle can carry its load.
func gradeLoad(g *grader) {
	vehicle, volume := g.get("veiculo"), g.get("volume")
	if !volume.sure() || volume.value <= mostInVehicle || g.count(vehicle, brdoc.Types(brdoc.Plate)) != 1 {
		return
	}
	if !says(vehicle.text, severalVehicles) && !says(volume.text, severalVehicles) {
		g.add(heavyVehicle, volume, "valor", figure(volume.value))
	}
}

// gradeShipment compares the shipped quantity with what carries it.
func gradeShipment(g *grader) {
	carrier, volume := g.get("identificacaoTransporte"), g.get("volumeTransportado")
	if !volume.read() {
		return
	}
	containers := g.count(carrier, brdoc.Types(brdoc.Container))
	switch {
	case containers+g.count(carrier, brdoc.Types(brdoc.IMO)) == 0:
	case volume.value < leastShipment:
		g.add(lightShipment, volume, "valor", figure(volume.value))
	case containers == 0 || volume.value <= float64(containers*mostInContainer) || says(carrier.text, moreContainers):
	case containers > 1 || !says(carrier.text, anyContainers):
		g.add(heavyContainer, volume, "valor", figure(volume.value/float64(containers)))
	}
}

// gradeMode checks that a text states the mode of transport.
func gradeMode(g *grader, f *fact) {
	if _, reading := words.Transports.One(f.text); reading == ptbr.Unreadable {
		g.add(noMode, f, "valor", f.quoted())
	}
}

// gradeVerdict checks the result of an inspection, and that a rejection has a reason.
func gradeVerdict(g *grader) {
	result := g.get("resultadoInspecao")
	if result.kind != '"' {
		return
	}
	switch term, reading := words.Result(result.text); {
	case reading == ptbr.Unreadable:
		g.add(unreadableResult, result, "valor", result.quoted())
	case reading != ptbr.Read:
	case term == words.ApprovedWithReserves:
		g.add(reserves, result)
	case term == words.Pending:
		g.add(pendingResult, result)
	case term == words.Rejected:
		if why := g.get("naoConformidades"); why.absent() && !words.Contaminated(result.text, false) {
			g.add(unexplainedRejection, why)
		}
	}
}
