import ClientCatalogs
import ClientModel

/// The errors for arguments that do not fit the form.
extension EndpointArguments {
  func noField(_ name: String) -> UsageProblem {
    let shown = Console.safe(name)
    let nearest = NearestWord.nearest(to: name, in: form.names).map { "Did you mean `\($0)`? " }
    return UsageProblem(
      what: "The endpoint \(Console.safe(endpointText)) has no field `\(shown)`.",
      why: "Its fields are: \(fieldList).",
      whatToDo: elsewhere(name) ?? otherEndpoint(name)
        ?? ((nearest.map { Console.safe($0) } ?? "")
          + "Write \(shown)==value to send a query field that it does not describe."))
  }

  func noFile(_ name: String) -> UsageProblem {
    let endpoint = Console.safe(endpointText)
    let shown = Console.safe(name)
    guard form.names.contains(name) else {
      return UsageProblem(
        what: "The endpoint \(endpoint) has no file field `\(shown)`.",
        why: "Its fields are: \(fieldList).",
        whatToDo: elsewhere(name) ?? otherEndpoint(name)
          ?? "`weir catalog \(endpoint)` describes each field.")
    }
    return UsageProblem(
      what: "The body of \(endpoint) cannot be a file's content.",
      why: "It consists of named parts.",
      whatToDo: "Give its fields, such as NAME@FILE for a file, or choose another --media-type.")
  }

  /// Returns advice to send the file to another endpoint with the same path, such as POST instead
  /// of GET. Returns nil if no such endpoint accepts the file.
  private func otherEndpoint(_ name: String) -> String? {
    guard let id = form.endpointsTaking(fileFor: name).first else { return nil }
    let other = EndpointName(catalog: form.draft().endpoint?.catalog ?? "", endpoint: id)
    let shown = Console.safe(name)
    return
      "Write `--endpoint \(Console.safe(other.text)) \(shown)@PATH`, and repeat the other fields."
  }

  private var fieldList: String {
    Console.safe(form.names.prefix(60).joined(separator: ", "))
  }

  /// Returns advice that lists the media types whose body has the field. Returns nil if there are
  /// none.
  private func elsewhere(_ name: String) -> String? {
    let types = form.mediaTypes(having: name)
    guard let first = types.first else { return nil }
    return "A body of \(Console.safe(types.joined(separator: " or "))) has it: "
      + "choose it with --media-type \(Console.safe(first))."
  }

  func refusal(
    _ refusal: EndpointForm.ChoiceRefusal, of option: String, nothing: String
  ) -> UsageProblem {
    let what =
      "\(Console.safe(option)) is not valid for the endpoint \(Console.safe(endpointText))."
    switch refusal {
    case .nothingOffered:
      return UsageProblem(what: what, why: nothing, whatToDo: "Leave the option out.")
    case .notOffered(let labels):
      return UsageProblem(
        what: what, why: "The endpoint offers: \(Console.safe(labels.joined(separator: ", "))).",
        whatToDo: "Choose one of these.")
    }
  }
}
