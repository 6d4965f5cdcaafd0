import ClientModel

extension Failure {
  /// Returns the failure of a response that is complete according to its head, but has an
  /// incomplete coded stream.
  static func bodyIncomplete(_ origin: Origin) -> Failure {
    Failure(
      .bodyIncomplete,
      what: "The response from \(origin.host) is incomplete.",
      why: "Its compressed body stops before its end. The received part is stored.",
      whatToDo: "Send it again; if that does not help, send it with \"Accept-Encoding: identity\".")
  }

  static func damagedCoding(_ origin: Origin, _ coding: String) -> Failure {
    Failure(
      .contentCoding,
      what: "The response from \(origin.host) was refused.",
      why: "Its body is not \(coding), although its headers say so.",
      whatToDo: "Send it with \"Accept-Encoding: identity\".")
  }

  static func unknownCoding(_ origin: Origin, _ coding: String) -> Failure {
    Failure(
      .contentCoding,
      what: "The response from \(origin.host) was refused.",
      why: "Its body has a coding that Weir cannot decode: \(coding.prefix(40)).",
      whatToDo: "Send it with \"Accept-Encoding: identity\".")
  }

  static func tooManyCodings(_ origin: Origin, _ most: Int) -> Failure {
    Failure(
      .contentCoding,
      what: "The response from \(origin.host) was refused.",
      why: "Its body has more than \(most) nested codings.",
      whatToDo: "Send it with \"Accept-Encoding: identity\".")
  }
}
