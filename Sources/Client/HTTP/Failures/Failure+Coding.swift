import ClientModel

extension Failure {
  /// Returns the failure of a response that is complete according to its head, but whose coded
  /// stream has no end.
  static func bodyIncomplete(_ origin: Origin) -> Failure {
    Failure(
      .bodyIncomplete,
      what: "The response from \(origin.host) is incomplete.",
      why: "Its compressed body stops before its end. What arrived is stored.",
      whatToDo: "Send it again; if that helps not, send it with \"Accept-Encoding: identity\".")
  }

  static func damagedCoding(_ origin: Origin, _ coding: String) -> Failure {
    Failure(
      .contentCoding,
      what: "The response from \(origin.host) was refused.",
      why: "Its body is not the \(coding) that its head announces.",
      whatToDo: "Send it with \"Accept-Encoding: identity\".")
  }

  static func unknownCoding(_ origin: Origin, _ coding: String) -> Failure {
    Failure(
      .contentCoding,
      what: "The response from \(origin.host) was refused.",
      why: "Its body has a coding that Weir cannot undo: \(coding.prefix(40)).",
      whatToDo: "Send it with \"Accept-Encoding: identity\".")
  }

  static func tooManyCodings(_ origin: Origin, _ most: Int) -> Failure {
    Failure(
      .contentCoding,
      what: "The response from \(origin.host) was refused.",
      why: "More than \(most) codings lie over each other in its body.",
      whatToDo: "Send it with \"Accept-Encoding: identity\".")
  }
}
