import ClientModel
import ClientPipeline
import Foundation
import TestSupport

extension OpenAPICore.Sent {
  /// The request with its secrets in clear and its multipart body written out.
  init(_ id: String, _ request: PreparedRequest) {
    var url = request.url
    for field in request.secretQuery {
      url += url.contains("?") ? "&" : "?"
      url += "\(PercentEncoding.encode(field.name))=\(PercentEncoding.encode(field.value.clear))"
    }
    self.init(id: id, method: "\(request.method)", url: url)
    headers = request.headers.map { [$0.name, $0.value.clear] }
    if let credentials = request.credentials {
      let text = credentials.values.map(\.clear).joined(separator: ":")
      switch credentials.scheme {
      case .bearer: headers.append(["Authorization", "Bearer \(text)"])
      case .basic:
        let pair = Data(text.utf8).base64EncodedString()
        headers.append(["Authorization", "Basic \(pair)"])
      default: break
      }
    }
    switch request.body {
    case .none: break
    case .text(let text): body = Data(text.clear.utf8).base64EncodedString()
    case .bytes(let bytes): body = Data(bytes).base64EncodedString()
    case .file: body = Data("content".utf8).base64EncodedString()
    case .multipart(let boundary, let parts):
      headers.append(["Content-Type", "multipart/form-data; boundary=\(boundary)"])
      var text = ""
      for part in parts {
        text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\""
        if let name = part.fileName { text += "; filename=\"\(name)\"" }
        text += "\r\n"
        if let type = part.mediaType { text += "Content-Type: \(type)\r\n" }
        text += "\r\n"
        if case .text(let value) = part.content { text += value.clear } else { text += "content" }
        text += "\r\n"
      }
      body = Data("\(text)--\(boundary)--\r\n".utf8).base64EncodedString()
    }
  }
}

extension SensitiveText {
  fileprivate var clear: String {
    parts.map { part in
      switch part {
      case .plain(let text): text
      case .literal(let secret, _): secret.reveal()
      case .reference(let reference, _): "\(reference)"
      }
    }.joined()
  }
}
