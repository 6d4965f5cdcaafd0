import ArgumentParser
import ClientModel

/// What is chosen of the alternatives of an endpoint.
struct EndpointChoiceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The media type of an endpoint's body, of those that its catalog lists; else the first.",
      valueName: "type"))
  var mediaType: String?

  @Option(
    help: ArgumentHelp(
      "The credentials an endpoint is given, of the alternatives that its catalog lists; NAME+NAME for those that go together.",
      valueName: "name"))
  var security: String?

  /// - Parameter endpoint: The one they are of; without it there is nothing to choose from.
  func choice(for endpoint: String?) throws(UsageProblem) -> EndpointChoice {
    if endpoint == nil, mediaType != nil {
      throw UsageProblem(
        what: "--media-type needs an endpoint.", why: "It chooses of what its catalog lists.",
        whatToDo: "Name it as catalog#endpoint. A request without one takes Content-Type:TYPE.")
    }
    if endpoint == nil, security != nil {
      throw UsageProblem(
        what: "--security needs an endpoint.", why: "It chooses of what its catalog lists.",
        whatToDo: "Name it as catalog#endpoint. A request without one takes --auth.")
    }
    return EndpointChoice(mediaType: mediaType, security: security)
  }
}
