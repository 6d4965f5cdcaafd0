import ClientModel

/// The request's arguments on the command line. They do not depend on the parser.
struct RequestArguments: Sendable, Equatable {
  /// Method, URL and items.
  var arguments: [String]
  var bodyForm = RequestOptions.BodyForm.json
  /// The value of `--graphql`, as typed.
  var graphQL: String?
  /// The name of the GraphQL operation to execute.
  var operation: String?
  var body: String?
  var fileCopy: RequestOptions.FileCopy?
  /// The value of `-a`, as typed.
  var user: String?
  /// The value of `--auth`, as typed.
  var auth: String?
  /// The name of the gateway. Nil means the default gateway of the workspace.
  var gateway: String?
  /// The endpoint whose form the arguments fill in. If it is nil, the arguments are method, URL and
  /// items.
  var endpoint: String?
  /// The values of `--media-type` and `--security`.
  var choice = EndpointChoice()
  /// The rule for polling work that the server accepted. If it is nil, the response is the result.
  var remote: RemoteRule?
  var transport = TransportOptions()
  var assertions: [String] = []
}
