// Tabs in the source line stay, so that the caret is below its place.
if (true) {
		 throw new Error('indented');
}
