package app

import (
	"rastro/internal/access"
	"rastro/internal/catalogue"
	"rastro/internal/cursors"
	"rastro/internal/erase"
	"rastro/internal/evidence"
	"rastro/internal/filings"
	"rastro/internal/harvests"
	"rastro/internal/intake"
	"rastro/internal/intake/runs"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/ownerbook"
	"rastro/internal/profiles"
	"rastro/internal/proof"
	"rastro/internal/public"
	"rastro/internal/records"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// Each use case's view of the store. Every package lists what it uses in its Reader and Writer;
// here the compiler checks that the store has it.

func accessPort(s trace.Store) access.Port {
	return trace.Narrow(s, func(r trace.Reader) access.Reader { return r }, func(w trace.Writer) access.Writer { return w })
}

func organizationPort(s trace.Store) organization.Port {
	return trace.Narrow(s, func(r trace.Reader) organization.Reader { return r }, func(w trace.Writer) organization.Writers {
		return organization.Writers{Writer: w, Claims: w, Logos: w, Journal: w}
	})
}

func sessionPort(s trace.Store) access.SessionPort {
	return trace.Narrow(s, func(r trace.Reader) trace.SessionReader { return r }, func(w trace.Writer) trace.SessionWriter { return w })
}

func cataloguePort(s trace.Store) catalogue.Port {
	return trace.Narrow(s, func(r trace.Reader) catalogue.Reader { return r }, func(w trace.Writer) catalogue.Writer { return w })
}

func cursorsPort(s trace.Store) cursors.Port {
	return trace.Narrow(s, func(r trace.Reader) cursors.Reader { return r }, func(w trace.Writer) cursors.Writer { return w })
}

func harvestsPort(s trace.Store) harvests.Port {
	return trace.NarrowRead(s, func(r trace.Reader) harvests.Readers { return harvests.Readers{Reader: r, Review: r} })
}

func intakePort(s trace.Store) intake.Port {
	return trace.Narrow(s, func(r trace.Reader) intake.Reader { return r }, func(w trace.Writer) intake.Writers { return intake.Writers{Writer: w, Runs: runs.Of(w)} })
}

func ownersPort(s trace.Store) ownerbook.Port {
	return trace.Narrow(s, func(r trace.Reader) ownerbook.Reader { return r }, func(w trace.Writer) ownerbook.Writer { return w })
}

func reviewPort(s trace.Store) review.Port {
	return trace.NarrowRead(s, func(r trace.Reader) review.Readers { return review.Readers{Reader: r, Catalogue: r} })
}

func recordsPort(s trace.Store) records.Port {
	return trace.Narrow(s, func(r trace.Reader) records.Reader { return r }, func(w trace.Writer) records.Writers { return records.Writers{Writer: w, Validations: w, Review: w} })
}

func profilesPort(s trace.Store) profiles.Port {
	return trace.Narrow(s, func(r trace.Reader) profiles.Reader { return r }, func(w trace.Writer) profiles.Writer { return w })
}

func proofPort(s trace.Store) proof.Port {
	return trace.NarrowRead(s, func(r trace.Reader) proof.Reader { return r })
}

func publicPort(s trace.Store) public.Port {
	return trace.NarrowRead(s, func(r trace.Reader) public.Readers {
		notes, _ := r.(filings.Lister) // a store outside a snapshot is not queried
		return public.Readers{Reader: r, Organizations: r, Notes: notes}
	})
}

func evidencePort(s trace.Store) evidence.LotPort {
	return trace.NarrowRead(s, func(r trace.Reader) evidence.LotReader { return r })
}

func erasePort(s trace.Store) erase.Port {
	return trace.Narrow(s, func(r trace.Reader) erase.Reader { return r }, func(w trace.Writer) erase.Writers { return erase.Writers{Writer: w, Quotes: w} })
}

func recallPort(s trace.Store) recall.Port {
	return trace.Narrow(s, func(r trace.Reader) recall.Readers { return recall.Readers{Reader: r, Quotes: r, Lots: r, Evidence: r} }, func(w trace.Writer) recall.Writer { return w })
}

func lineagePort(s trace.Store) lineage.Port {
	return trace.Narrow(s, func(r trace.Reader) lineage.Readers { return lineage.Readers{Reader: r, Evidence: r} }, func(w trace.Writer) trace.LotWriter { return w })
}
