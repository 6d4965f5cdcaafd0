import TestSupport

/// A provider of articles and options, and an interface that calls it.
struct BSServiceRig {
  let server: GatedServer
  let home: WeirHome
  let session: TmuxSession

  init() throws {
    server = try GatedServer(holding: "/v1/slow", Self.response)
    home = try WeirHome()
    try home.folder.write("work/picture.jpg", "JPEG")
    try home.folder.write(
      "data/weir/scratch/requests/login.yaml",
      "method: POST\nurl: \(server.url)/v1/login\ngateway: none\n")
    session = try TmuxSession.open(
      home, width: 180, height: 46, environment: ["EDITOR": try home.editor()])
  }

  /// The rules that all services of the provider share, and the root of the data of two services.
  var gateways: String {
    """
    gateway: common
    gateways:
      common:
        url: \(server.url)/v1
        auth: {bearer: value:access}
        outcome:
          failure: [{at: {/status: 500}}]
          authentication: {at: {/status: 401}}
          upgrade: {at: {/status: 426}}
          reason: /message
          refresh: {request: login, token: /token}
      options: {extends: common, middleware: {response: [{root: /data}]}}
      others: {extends: common, middleware: {response: [{root: /abc_xyz}]}}
    endpoints:
      getarticles: {gateway: common, path: "/:id/campaign_and_others_info_get"}

    """
  }

  private static func response(_ request: HTTPRequest) -> String {
    let options = #"[{"id":1,"en":"Text","jp":"Text"},{"id":2,"en":"Text 2","jp":"Text 2"}]"#
    let login = "/v1/login"
    if request.path != login, request.header("Authorization") != "Bearer new" {
      return AnsweringServer.response(200, #"{"status":401,"message":"The token has expired."}"#)
    }
    switch (request.method, request.path) {
    case ("POST", login): return AnsweringServer.response(200, #"{"token":"new"}"#)
    case ("POST", _): return AnsweringServer.response(200, #"{"stored":true}"#)
    case (_, "/v1/slow"): return AnsweringServer.response(200, #"{"slow":true}"#)
    case (_, "/v1/options"): return AnsweringServer.response(200, "{\"data\":\(options)}")
    case (_, "/v1/others"): return AnsweringServer.response(200, "{\"abc_xyz\":\(options)}")
    case (_, "/v1/broken"):
      return AnsweringServer.response(200, #"{"status":500,"message":"No article today."}"#)
    case (_, "/v1/old"):
      return AnsweringServer.response(200, #"{"status":426,"message":"Update the app."}"#)
    case (_, let path) where path.hasSuffix("/campaign_and_others_info_get"):
      guard request.query("page") == nil else {
        return AnsweringServer.response(200, #"[{"id":"3","blog_id":"9"}]"#)
      }
      return AnsweringServer.response(
        200, #"[{"id":"1","blog_id":"7"},{"id":"2","blog_id":"8"}]"#, type: "application/json",
        "Link: <\(request.target)&page=2>; rel=\"next\"\r\n")
    default: return AnsweringServer.response(404, "{}")
    }
  }
}
