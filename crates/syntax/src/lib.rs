//! What the loader of modules has to know of a source text before it runs.
#![forbid(unsafe_code)]

mod comments;
mod common_js;
pub mod coverage;
mod imports;
mod jsx;
mod kind;
mod place;
mod requests;
mod typescript;

pub use comments::is_comment;
pub use common_js::{CommonJsExports, common_js_exports};
pub use imports::{import_attributes, unknown_attribute};
pub use jsx::{JsxRuntime, Transformed, transform_jsx};
pub use kind::{is_module, top_level_awaits};
pub use requests::{ModuleRequest, module_requests};
pub use typescript::{StripError, strip_types};
