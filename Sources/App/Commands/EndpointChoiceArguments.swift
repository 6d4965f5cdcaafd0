import ArgumentParser
import ClientModel

/// The options that select one of an endpoint's media types and one of its credentials.
struct EndpointChoiceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The media type of an endpoint's body, one of those in its catalog; by default the first.",
      valueName: "type"),
    completion: .mediaTypes)
  var mediaType: String?

  @Option(
    help: ArgumentHelp(
      "The credentials for the endpoint, one of the alternatives in its catalog; "
        + "NAME+NAME for credentials that are used together.",
      valueName: "name"),
    completion: .securityAlternatives)
  var security: String?

  /// Returns the selected alternatives.
  ///
  /// - Parameter endpoint: The endpoint that offers the alternatives. If it is nil, each option is
  ///   an error.
  func choice(for endpoint: String?) throws(UsageProblem) -> EndpointChoice {
    if endpoint == nil, mediaType != nil {
      throw UsageProblem(
        what: "--media-type needs an endpoint.",
        why: "It selects one of the media types that the endpoint's catalog lists.",
        whatToDo: "Add --endpoint catalog#endpoint. Without an endpoint, use Content-Type:TYPE.")
    }
    if endpoint == nil, security != nil {
      throw UsageProblem(
        what: "--security needs an endpoint.",
        why: "It selects one of the credentials that the endpoint's catalog lists.",
        whatToDo: "Add --endpoint catalog#endpoint. Without an endpoint, use --auth.")
    }
    return EndpointChoice(mediaType: mediaType, security: security)
  }
}
