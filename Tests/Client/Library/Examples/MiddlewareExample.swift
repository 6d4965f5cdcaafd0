import WeirClient

/// The example of the article *Middleware*.
func middleware() -> Middleware {
  let sign = ClosurePreparer("sign") { request in
    var request = request
    request.headers.append(HeaderField("X-Sent-By", "example"))
    return request
  }
  let refuse = ClosureProcessor("errors") { response in
    if let reason = try response.value(at: "/error") { throw Refusal(reason: reason) }
    return response
  }
  return Middleware(
    onSubmit: [DefaultFields(headers: [HeaderField("Accept-Language", "en")])],
    onDispatch: [sign],
    parsers: .json,
    onResponse: [refuse, RootPath("/data")])
}

/// The reason of the service becomes the reason of the job's failure.
struct Refusal: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
