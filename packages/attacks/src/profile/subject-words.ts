// General words of services in each language. They weigh what a target says; none of them is used unless the target says it.

export const GENERAL_NOUNS: Readonly<Record<string, string>> = {
  en: 'account appointment application bill booking card case claim contract course customer database delivery deployment document email employee exam expense file fee grade holiday insurance invoice leave loan membership message namespace note order parcel passport password patient payment payslip permit plan policy prescription product record refund report repository reservation return room salary server service statement subscription tariff task ticket transaction transfer trip user voucher',
  de: 'abo adresse akte antrag anmeldung ausweis bestellung buchung datei dokument fall gehalt gutschein karte konto kündigung kunde lieferung meldung nachricht paket pass patient rechnung reise rezept schaden tarif termin urlaub urkunde überweisung versicherung vertrag wohnsitz zahlung zimmer zeugnis',
  es: 'archivo cita contrato cuenta cliente documento envío factura habitación mensaje nota paciente pago pedido póliza receta recetas reserva seguro suscripción tarjeta transferencia usuario',
  fr: 'abonnement carte chambre client commande compte contrat dossier document facture livraison message note ordonnance paiement patient rendez-vous remboursement réservation sinistre virement voyage',
}

/** Actions on the objects of a service. */
export const ACTIONS: Readonly<Record<string, string>> = {
  en: 'cancel refund approve transfer change book move release waive delete reset pay order extend upgrade close update submit return restart deploy register unlock block renew send export',
  de: 'stornieren kündigen genehmigen erstatten überweisen ändern buchen verschieben freigeben löschen sperren verlängern anmelden abmelden beantragen bestellen senden',
  es: 'cancelar devolver aprobar transferir cambiar reservar eliminar pagar borrar enviar renovar',
  fr: 'annuler rembourser approuver transférer modifier réserver supprimer payer envoyer renouveler',
}

export const ROLES: Readonly<Record<string, string>> = {
  en: 'manager administrator supervisor technician doctor nurse lecturer adjuster clerk receptionist operator director editor teacher chef owner staff',
  de: 'leitung verwalter vorgesetzter techniker ärztin arzt dozent sachbearbeiter sachbearbeiterin chef chefin',
  es: 'gerente administrador supervisor técnico médico profesor cocinero jefe',
  fr: 'responsable administrateur superviseur technicien médecin professeur chef',
}

/** Nouns and adjectives of every assistant. */
export const NOT_SUBJECTS: ReadonlySet<string> = new Set(
  (
    'anything everything something question questions thing things information matter matters team topic topics detail details number name names ' +
    'person people time times day days hours week monday tuesday wednesday thursday friday saturday sunday phone call answer answers request ' +
    'requests general own new next last all any other more assistant chat bot hilfe frage fragen thema themen montag dienstag mittwoch donnerstag ' +
    'freitag samstag sonntag uhr telefon pregunta preguntas ayuda tema temas lunes viernes teléfono aide lundi vendredi téléphone sujet sujets ' +
    'following example such words word way need needs let get try use used using ask tell know find see moment minutes euros office desk'
  ).split(' '),
)
