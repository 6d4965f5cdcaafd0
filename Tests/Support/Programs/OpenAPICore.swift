import Foundation

/// openapi-core, which nobody here wrote: it reads a document and requests as a server gets them, and
/// says which of them the document does not allow.
package enum OpenAPICore {
  /// A request as bytes on the wire.
  package struct Sent: Encodable {
    package let id: String
    package let method: String
    package var url: String
    package var headers: [[String]]
    /// In Base64.
    package var body: String

    package init(
      id: String, method: String, url: String, headers: [[String]] = [], body: String = ""
    ) {
      self.id = id
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  private struct Question: Encodable {
    let document: String
    let requests: [Sent]
  }

  private struct Refusal: Decodable {
    let id: String
    let why: String
  }

  private static let program = """
    import base64, json, sys, warnings
    from urllib.parse import urlsplit
    warnings.simplefilter("ignore")
    from openapi_core import Config, OpenAPI
    from openapi_core.contrib.werkzeug import WerkzeugOpenAPIRequest
    from openapi_core.datatypes import RequestParameters
    from werkzeug.datastructures import Headers
    from werkzeug.test import EnvironBuilder
    from werkzeug.wrappers import Request

    kinds = {"integer": int, "number": (int, float), "boolean": bool}

    # It knows no other types that end in +json.
    patches = {f"application/{name}-patch+json": json.loads for name in ("json", "merge")}

    def fits(text, schema):
        shapes = schema.get("anyOf") or schema.get("oneOf")
        if shapes:
            return any(fits(text, shape) for shape in shapes)
        if schema.get("type") == "string":
            return text in schema.get("enum", [text])
        try:
            return isinstance(json.loads(text), kinds[schema.get("type")])
        except (KeyError, ValueError, TypeError):
            return False

    def is_quirk(error, sent):
        # Of a multipart body it takes a list that is not there for an empty one, every number and truth
        # value for a text, a file for none, and a value with several schemas for bytes.
        def is_excused(one):
            if one.validator == "minItems":
                return one.instance == []
            if one.validator in ("anyOf", "oneOf") and isinstance(one.instance, bytes):
                return fits(one.instance.decode(), {"anyOf": one.validator_value})
            if one.validator != "type":
                return False
            if isinstance(one.instance, bytes):
                return one.validator_value == "string"
            return isinstance(one.instance, str) and fits(
                one.instance, {"type": one.validator_value})
        found = getattr(error.__cause__, "schema_errors", None) or []
        is_multipart = any(v.startswith("multipart/") for _, v in sent["headers"])
        return is_multipart and bool(found) and all(is_excused(one) for one in found)

    refusals = []
    for question in json.load(sys.stdin):
        document = OpenAPI.from_file_path(
            question["document"],
            config=Config(spec_validator_cls=None, extra_media_type_deserializers=patches))
        for sent in question["requests"]:
            parts = urlsplit(sent["url"])
            # The path is decoded before it is matched: a slash of a value would divide it.
            path = parts.path.replace("%2F", "%252F")
            builder = EnvironBuilder(
                path=path, base_url=f"{parts.scheme}://{parts.netloc}/",
                query_string=parts.query, method=sent["method"], headers=sent["headers"],
                data=base64.b64decode(sent["body"]))
            try:
                request = WerkzeugOpenAPIRequest(Request(builder.get_environ()))
                # WSGI reads app-id as app_id.
                request.parameters = RequestParameters(
                    query=request.parameters.query, header=Headers(sent["headers"]),
                    cookie=request.parameters.cookie)
                document.validate_request(request)
            except Exception as error:
                if is_quirk(error, sent):
                    continue
                causes = []
                while error is not None and len(causes) < 5:
                    inner = getattr(error, "schema_errors", None) or []
                    causes.append(f"{type(error).__name__}: {error} {[str(e)[:300] for e in inner]}")
                    error = error.__cause__
                refusals.append({"id": sent["id"], "why": " <- ".join(causes)})
    json.dump(refusals, sys.stdout)
    """

  /// - Parameter requests: By the path of the document that each must match.
  /// - Returns: By the id of each request that is refused, the reason.
  package static func refusals(of requests: [String: [Sent]]) throws -> [String: String] {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let python = top.appending(path: ".build-tests/venv/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw RigError.missing(tool: "openapi-core")
    }
    let questions = requests.map { Question(document: $0.key, requests: $0.value) }
    let response = try ChildProcess.run(
      [python, "-c", program], input: Array(try JSONEncoder().encode(questions)),
      limit: .seconds(120))
    let refusals = try JSONDecoder().decode([Refusal].self, from: Data(response.utf8))
    return Dictionary(refusals.map { ($0.id, $0.why) }) { first, _ in first }
  }
}
