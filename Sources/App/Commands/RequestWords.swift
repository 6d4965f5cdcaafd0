import ClientModel

/// What the command line says of a request, without the parser that read it.
struct RequestWords: Sendable, Equatable {
  /// Method, URL and items.
  var words: [String]
  var bodyForm = RequestOptions.BodyForm.json
  /// The file of `--body`.
  var body: String?
  var fileCopy: RequestOptions.FileCopy?
  /// The value of `-a`, as typed.
  var user: String?
  /// The value of `--auth`, as typed.
  var auth: String?
  /// The gateway's name; nil takes the workspace's default.
  var gateway: String?
  /// The endpoint whose form the words fill in; nil when they are method, URL and items.
  var endpoint: String?
  /// The values of `--media-type` and `--security`.
  var choice = EndpointChoice()
  /// How a response becomes a remote job; nil when it is the result.
  var remote: RemoteRule?
  var transport = TransportOptions()
  /// The values of `--assert`.
  var assertions: [String] = []
}
