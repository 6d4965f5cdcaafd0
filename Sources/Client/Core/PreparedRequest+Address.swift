public import ClientModel
import ClientPipeline

extension PreparedRequest {
  /// Creates a request to an address, for programs that do not use drafts. The address is parsed
  /// and normalized like an address typed by a user. A user name and password in it become basic
  /// credentials.
  ///
  ///     let request = try PreparedRequest(to: "https://api.example.com/items?page=2")
  ///
  /// - Parameter address: An http or https address. The default scheme is https, or http for this
  ///   machine.
  /// - Throws: `invalidRequest` if no request can be sent to the address.
  public init(
    _ method: HTTPMethod = .get, to address: String, headers: [HeaderField] = [],
    body: PreparedBody = .none, options: TransportOptions = TransportOptions()
  ) throws(Failure) {
    let url: RequestURL
    do throws(URLProblem) { url = try RequestURL.parse(address) } catch {
      throw Failure(
        .invalidRequest, what: "The request was not created.", why: error.why,
        whatToDo: error.whatToDo)
    }
    var credentials: Credentials?
    if let user = url.user {
      let password = url.password.map { SensitiveText.secret($0) } ?? ""
      credentials = .basic(user: SensitiveText(user), password: password)
    }
    self.init(
      method: method, url: url.text, origin: url.origin, headers: headers, body: body,
      credentials: credentials, options: options)
  }
}
