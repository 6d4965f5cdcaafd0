import ClientModel

/// The request's arguments on the command line, independent of the parser that read them.
struct RequestArguments: Sendable, Equatable {
  /// Method, URL and items.
  var arguments: [String]
  var bodyForm = RequestOptions.BodyForm.json
  /// The file of `--body`.
  var body: String?
  var fileCopy: RequestOptions.FileCopy?
  /// The value of `-a`, as typed.
  var user: String?
  /// The value of `--auth`, as typed.
  var auth: String?
  /// The gateway's name, or nil for the workspace's default.
  var gateway: String?
  /// The endpoint whose form the arguments fill in, or nil if they are method, URL and items.
  var endpoint: String?
  /// The values of `--media-type` and `--security`.
  var choice = EndpointChoice()
  /// The rule for polling work that the server accepted, or nil if the response is the result.
  var remote: RemoteRule?
  var transport = TransportOptions()
  /// The values of `--assert`.
  var assertions: [String] = []
}
