// Package eudr prepares what the EU deforestation regulation, (EU) 2023/1115, requires about a lot:
// the file of its plots (plotfile), the state of the article 9 information, and a dossier that a
// buyer can verify offline (dossierzip, dossierproof).
package eudr
