// swift-tools-version: 6.2
// A package outside of Weir's, where only what is public can be seen. It builds the sources of Weir's own
// memory store (`Store` is a link to them) and holds them to the promises of `Storage`:
//
//     swift run --package-path Tests/ExternalStore check-store
//
// `.ci/run` does so.
import PackageDescription

let package = Package(
  name: "ExternalStore",
  dependencies: [.package(name: "weir", path: "../..")],
  targets: [
    .target(
      name: "ExternalStore", dependencies: [.product(name: "WeirClient", package: "weir")],
      path: "Store"),
    .executableTarget(
      name: "check-store",
      dependencies: [
        "ExternalStore", .product(name: "WeirClient", package: "weir"),
        .product(name: "WeirClientTesting", package: "weir"),
      ],
      path: "Checks"),
  ],
  swiftLanguageModes: [.v6]
)
